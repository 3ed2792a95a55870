/** The index that a command names: its URL, and the flags about it that are not for all commands. */
import { type Command, Option } from 'commander'
import type { LiveIndex } from '../../jobs/live/live-index.js'
import { open } from '../../jobs/live/open.js'
import { PAYLOADS, type Payload, type SettingsInput } from '../../jobs/live/settings.js'
import type { Options, OptionsInput } from '../../options/options.js'
import { numberOf, parseOptions } from '../flags.js'

export const URL_HELP = 'a folder, memory:NAME, or the URL of a server (docs/stores.md)'
export const KEEP = new Option('--keep <features|text|none>', 'what is kept of each document to verify against').choices(PAYLOADS)

export const DIGESTS = new Option(
  '--digests',
  'a new index: keep the digest of each content, for decisions that come later (--decisions does so too)',
)

/** An index that must be there; it answers under its own options. */
export const EXISTING: SettingsInput = { create: false }

interface Parsed {
  /** Options that were given, which the index must have. */
  readonly given: SettingsInput
  readonly options: Options
  readonly other: Readonly<Record<string, unknown>>
}

/** @param others  flags of this command alone */
export function parseIndexOptions(command: Command, others: readonly string[]): Parsed {
  const { options, other, named } = parseOptions(command, [...others, 'keep', 'digests', 'blockLimit', 'overflow'])
  // Not from the configuration file, where `keep` is the rule of the batch.
  const { keep, digests } = command.opts() as { keep?: Payload; digests?: true }
  const blockLimit = numberOf(command.opts(), 'blockLimit', { kind: 'integer', min: 1 })
  const overflow = numberOf(command.opts(), 'overflow', { kind: 'number', min: 0 })
  const given = Object.fromEntries(named.map((name) => [name, options[name]])) as Omit<OptionsInput, 'keep' | 'fields'>
  return {
    given: {
      ...given,
      ...(keep ? { payload: keep } : {}),
      ...(digests ? { digests } : {}),
      ...(blockLimit === undefined ? {} : { blockLimit }),
      ...(overflow === undefined ? {} : { overflow }),
    },
    options,
    other,
  }
}

export async function withIndex(url: string, given: SettingsInput, work: (index: LiveIndex) => Promise<void>): Promise<void> {
  const index = await open(url, given)
  try {
    await work(index)
  } finally {
    await index.close()
  }
}
