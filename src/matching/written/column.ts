/** What a column shows of how its values are written: which of day and month is first, which mark is the decimal one. */
import { fold } from '../fold.js'
import type { KindSettings } from '../kinds/settings.js'

/** How values of a kind are written where there are two ways. */
export interface Written {
  /** The setting that says which. */
  readonly setting: 'order' | 'decimal'
  /** Both ways, the one that holds where nothing shows another first. */
  readonly ways: readonly [usual: string, other: string]
  /**
   * The way that a folded value shows, `either` where it can be read in both, `plain` where there is nothing to tell; undefined for what
   * cannot be read.
   */
  shows(value: string): string | undefined
}

/** How a column was read. Numbers are rows. */
export interface ColumnReading {
  readonly setting: Written['setting']
  /** The way in which values were read that can be read in both. */
  readonly way: string
  readonly either: number
  /** Whether other values of the column show the way; `both`: some the one and some the other. */
  readonly shown: boolean | 'both'
  /** Values that say nothing to the kind, and a few of them. They are compared as they are written. */
  readonly unread: number
  readonly examples: readonly string[]
}

const EXAMPLES = 3

/**
 * @param values  distinct values, as they were read
 * @param counts  rows that hold each
 * @param stated  the way that was asked for
 */
export function readColumn(
  { setting, ways: [usual, other], shows }: Written,
  values: readonly string[],
  counts: ArrayLike<number>,
  stated: string | undefined,
): ColumnReading {
  const tally = new Map<string | undefined, number>()
  const examples: string[] = []
  values.forEach((value, i) => {
    const folded = fold(value)
    if (!folded) return
    const shown = shows(folded)
    tally.set(shown, (tally.get(shown) ?? 0) + (counts[i] as number))
    if (shown === undefined && examples.length < EXAMPLES) examples.push(value)
  })
  const [first, second] = [tally.has(usual), tally.has(other)]
  return {
    setting,
    way: stated ?? (second && !first ? other : usual),
    either: tally.get('either') ?? 0,
    shown: first && second ? 'both' : first || second,
    unread: tally.get(undefined) ?? 0,
    examples,
  }
}

/** The settings of a field of which the way is known. Those of the usual way are none, so that they stay as they are. */
export function settingsAs(settings: KindSettings | undefined, { ways }: Written, reading: ColumnReading): KindSettings | undefined {
  if (settings?.[reading.setting] !== undefined || reading.way === ways[0]) return settings
  return { ...settings, [reading.setting]: reading.way }
}
