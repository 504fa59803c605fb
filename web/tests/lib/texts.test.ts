import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'svelte/compiler'
import { describe, expect, it } from 'vitest'
import en from '../../../src/chuanma/text/en.json'
import zh from '../../../src/chuanma/text/zh.json'
import { hasText, textOf } from '../../src/lib/texts'

const SOURCE = path.resolve(import.meta.dirname, '../../src')
const files = fs.readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
const components = files.filter((file) => file.endsWith('.svelte'))
const sources = files.filter((file) => /\.(svelte|ts)$/.test(file)).map((file) => fs.readFileSync(path.join(SOURCE, file), 'utf8'))
const READ_ALOUD = ['aria-label', 'title', 'alt', 'placeholder']

/** Letters that stand in the markup itself, outside of braces. */
function literal(file: string): string[] {
  const found: string[] = []
  const letters = /[\p{L}]/u
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type, data, name, value } = node as Record<string, unknown>
    if (type === 'Text' && letters.test(String(data))) found.push(String(data).trim())
    if (type === 'Attribute') {
      if (READ_ALOUD.includes(String(name))) walk(value)
      return
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') walk(child)
  }
  walk(parse(fs.readFileSync(path.join(SOURCE, file), 'utf8'), { modern: true }).fragment)
  return found
}

describe('texts', () => {
  it.each(components)('%s has no words of its own', (file) => {
    expect(literal(file)).toEqual([])
  })

  it('are the same keys in both languages, and all are used', () => {
    const all = sources.join('\n')
    const ours = Object.keys(zh).filter((key) => key.startsWith('ui.'))
    expect(Object.keys(en).filter((key) => key.startsWith('ui.'))).toEqual(ours)
    // A key is written out, or its last part is put in: `ui.mark.${…}`.
    const used = (key: string) => all.includes(`'${key}'`) || all.includes(`\`${key.replace(/\.[^.]+$/, '')}.\${`) || all.includes(`\`ui.\${`) && /^ui\.(replaced|outdated)\./.test(key)
    expect(ours.filter((key) => !used(key))).toEqual([])
  })

  it('fill their placeholders, and leave one without a value as it is', () => {
    expect(textOf('en', 'ui.table.game', { game: 2, games: 4 })).toBe('Game 2 of 4')
    expect(textOf('zh', 'ui.table.game', { game: 2 })).toBe('第 2/{games} 局')
  })

  it('leave the texts of other parts out of the page', () => {
    expect(hasText('ui.app.name')).toBe(true)
    expect(hasText('reason.win')).toBe(true)
    expect(hasText('reason.win.words')).toBe(false)
    expect(hasText('rules.error.unknown')).toBe(false)
  })
})
