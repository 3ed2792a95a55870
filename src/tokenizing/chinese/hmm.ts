/**
 * The hidden Markov model for words that the dictionary does not have: characters Begin, End, are in the Middle of a word or
 * stand Single. Start and transition probabilities are jieba's; scripts/tables/chinese.mjs packs the emissions.
 */
import { bytesOfBase64 } from '../../hashing/base64.js'
import { HMM_COUNTS, HMM_EMISSIONS } from './hmm.generated.js'

/** The log probability of what cannot be: so low that no sum with it wins, and still a number. */
export const NEVER = -3.14e100

/** States in the order of the tables: begin, end, middle, single. */
export const STATES = { begin: 0, end: 1, middle: 2, single: 3 } as const

/** Log probabilities of the first state. */
export const START = [-0.26268660809250016, NEVER, NEVER, -1.4652633398537678] as const
/** The two states that may stand before each state, with the log probability of that step; the second wins a tie. */
export const BEFORE = [
  { states: [1, 3], log: [-0.5897149736854513, -0.7211965654669841] },
  { states: [0, 2], log: [-0.51082562376599, -0.33344856811948514] },
  { states: [0, 2], log: [-0.916290731874155, -1.2603623820268226] },
  { states: [1, 3], log: [-0.8085250474669937, -0.6658631448798212] },
] as const

export interface Emissions {
  /** Code points, ascending. */
  readonly characters: Uint16Array
  /** Four log probabilities a character. */
  readonly logs: Float64Array
}

/** Constant once unpacked; most processes never ask for it. */
let unpacked: Emissions | undefined

export function emissions(): Emissions {
  unpacked ??= unpack()
  return unpacked
}

function unpack(): Emissions {
  const { characters: count, emissions: emitted, values: distinct } = HMM_COUNTS
  const bytes = bytesOfBase64(HMM_EMISSIONS)
  const view = new DataView(bytes.buffer)
  const characters = new Uint16Array(count)
  const logs = new Float64Array(count * 4).fill(NEVER)
  const numbers = count * 3
  const values = numbers + emitted * 2
  if (values + distinct * 4 !== bytes.length) throw new RangeError('the model is not whole')
  let next = numbers
  for (let i = 0; i < count; i++) {
    characters[i] = view.getUint16(i * 2, true)
    const states = view.getUint8(count * 2 + i)
    for (let state = 0; state < 4; state++) {
      if (!(states & (1 << state))) continue
      logs[i * 4 + state] = -view.getUint32(values + view.getUint16(next, true) * 4, true) / 1e6
      next += 2
    }
  }
  return { characters, logs }
}
