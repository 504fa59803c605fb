/** The texts of src/chuanma/text, the same that the server and the command line use. */
import en from '@text/en.json'
import zh from '@text/zh.json'

export type Lang = 'zh' | 'en'
export type Key = keyof typeof zh
export type Params = Record<string, string | number>

const TEXTS: Record<Lang, Record<Key, string>> = { zh, en }

/** Whether there is a text for a key that was put together, e.g. from an id that the server sent. */
export function hasText(key: string): key is Key {
  return key in zh
}

/** The text of `key` in `lang`, its `{placeholders}` filled. */
export function textOf(lang: Lang, key: Key, params: Params = {}): string {
  return TEXTS[lang][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
}
