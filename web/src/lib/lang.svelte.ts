/** The language of the page: remembered, at first that of the browser. */
import { hasText, textOf, type Key, type Lang, type Params } from './texts'

const REMEMBERED = 'chuanma.lang'

function first(): Lang {
  const kept = localStorage.getItem(REMEMBERED)
  if (kept === 'zh' || kept === 'en') return kept
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

let lang = $state<Lang>(first())

export const language = {
  get now(): Lang {
    return lang
  },
  set(to: Lang): void {
    lang = to
    localStorage.setItem(REMEMBERED, to)
  },
  /** The other language of the two. */
  get other(): Lang {
    return lang === 'zh' ? 'en' : 'zh'
  },
}

/** The text of `key` in the language of the page. */
export function t(key: Key, params: Params = {}): string {
  return textOf(lang, key, params)
}

/** The name of something by an id that the server sent; an id that this page does not know stands for itself. */
export function named(group: 'pattern' | 'bonus' | 'reason' | 'meld', id: string): string {
  const key = `${group}.${id}`
  return hasText(key) ? t(key) : id
}

/** One of two texts that the server sent in both languages. */
export function either(words: { zh: string; en: string }): string {
  return words[lang]
}
