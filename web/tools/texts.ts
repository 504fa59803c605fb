import type { Plugin } from 'vite'

/** Keys of the text files that the page shows; the rest (rules, command line …) stays out of the bundle and the font. */
export const PAGE_TEXT = /^(ui|action|bonus|meld|pattern|reason|seat|suit)\.(?!\w+\.words$)|^ui\./

/** Cuts src/chuanma/text/*.json down to the texts of the page when they are bundled. */
export function pageTexts(): Plugin {
  return {
    name: 'page-texts',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/text\/(zh|en)\.json$/.test(id)) return
      const all = JSON.parse(code) as Record<string, string>
      return JSON.stringify(Object.fromEntries(Object.entries(all).filter(([key]) => PAGE_TEXT.test(key))))
    },
  }
}
