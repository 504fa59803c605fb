// Cuts Noto Sans SC (OFL) down to the characters that the page can show, before the page is built.
// The package carries the font in slices by Unicode range. Each slice that holds one of our characters is cut to
// them and to the weights we use; a style sheet says which slice holds what. Everything works without a network.
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const here = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const SOURCE = here('../node_modules/@fontsource-variable/noto-sans-sc/')
const OUT = here('../node_modules/.font/')
const CHUANMA = here('../../src/chuanma/')
const WEIGHTS = { min: 400, max: 700, default: 400 }
const LIMIT = 120_000

/** Texts of the page, and those that the server sends it: names, reasons, refusals. */
const SHOWN = /^(action|bonus|error|meld|pattern|phase|reason|refuse|seat|server|suit|ui)\./

function characters() {
  let all = ''
  for (const lang of ['zh', 'en']) {
    const texts = JSON.parse(fs.readFileSync(`${CHUANMA}text/${lang}.json`, 'utf8'))
    for (const [key, words] of Object.entries(texts)) if (SHOWN.test(key)) all += words
  }
  for (const preset of fs.readdirSync(`${CHUANMA}rules/presets`)) {
    const title = /\[title\]\s+zh = "(.*)"/.exec(fs.readFileSync(`${CHUANMA}rules/presets/${preset}`, 'utf8'))
    all += title?.[1] ?? ''
  }
  const latin = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
  return new Set(all + latin + '一二三四五六七八九万筒条简体中文±−×·…')
}

function holds(range, character) {
  const point = character.codePointAt(0)
  return range.split(',').some((part) => {
    const [first, last = first] = part.trim().slice(2).split('-').map((hex) => Number.parseInt(hex, 16))
    return first <= point && point <= last
  })
}

const ranges = JSON.parse(fs.readFileSync(`${SOURCE}unicode.json`, 'utf8'))
// The latin slice first: digits and letters are to come from one place.
const slices = Object.keys(ranges).sort((a, b) => Number(b === 'latin') - Number(a === 'latin'))
let open = [...characters()]
let bytes = 0
const css = []
fs.rmSync(OUT, { recursive: true, force: true })
fs.mkdirSync(OUT, { recursive: true })
for (const slice of slices) {
  const mine = open.filter((character) => holds(ranges[slice], character))
  if (mine.length === 0) continue
  open = open.filter((character) => !mine.includes(character))
  const name = slice.replace(/[[\]]/g, '')
  const whole = fs.readFileSync(`${SOURCE}files/noto-sans-sc-${name}-wght-normal.woff2`)
  const cut = await subsetFont(whole, mine.join(''), { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS }, noLayoutClosure: true })
  fs.writeFileSync(`${OUT}sc-${name}.woff2`, cut)
  bytes += cut.length
  const points = mine.map((character) => `U+${character.codePointAt(0).toString(16)}`).join(',')
  css.push(
    `@font-face{font-family:"Chuanma Sans";font-weight:${WEIGHTS.min} ${WEIGHTS.max};font-display:swap;` +
      `src:url("./sc-${name}.woff2") format("woff2");unicode-range:${points}}`,
  )
}
fs.writeFileSync(`${OUT}font.css`, css.join('\n'))
if (open.length > 0) throw new Error(`No slice of the font holds ${open.join(' ')}`)
console.log(`font: ${css.length} slices, ${(bytes / 1000).toFixed(1)} kB${bytes > LIMIT ? ': more than it should be' : ''}`)
