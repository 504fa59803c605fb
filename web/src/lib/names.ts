/** Names of tiles, seats, values and numbers in the language of the page. */
import { t } from './lang.svelte'
import type { PresetInfo, Suit } from './protocol'
import { rankOf, suitOf } from './tiles'

/** 五万, or "5 of characters". */
export function tileName(tile: string): string {
  const rank = rankOf(tile)
  return t('ui.tile.name', { rank: t(`ui.rank.${rank as 1}`), suit: t(`suit.${suitOf(tile)}`) })
}

export function suitName(suit: Suit): string {
  return t(`suit.${suit}`)
}

/** With its sign: +8, −16, 0. */
export function signed(units: number): string {
  return units > 0 ? `+${units}` : units < 0 ? `−${-units}` : '0'
}

/** What a hand is worth, in 番 where the ruleset counts so and the units are a power of two, else in 倍. */
export function worth(units: number, show: PresetInfo['show'] | undefined): string {
  const fan = Math.log2(units) + 1
  return show === 'fan' && Number.isInteger(fan) ? t('ui.worth.fan', { fan }) : t('ui.worth.units', { units })
}
