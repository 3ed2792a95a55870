/**
 * Fingerprints of 64 bits, skewed as those of texts are: a text has words that all texts have, words of its topic, and words of its own. Each
 * bit is the sign of a sum of three: one for all, one of the topic, and one of the text.
 */
import { createRandom } from '../random.ts'

export interface Skew {
  /** Standard deviation of what all texts share, where what is a text's own has 1. */
  readonly common: number
  /** Of what the texts of a topic share. */
  readonly topic: number
}

const TOPICS = 1000
/** Of a hundred texts, edited copies of one of the 1000 before: 0 to 3 bits from it. */
const COPIES = 5

/** The lower and the upper 32 bits of each fingerprint; the same for the same arguments. */
export function skewedFingerprints(
  count: number,
  { common, topic }: Skew,
  seed = 7,
): { readonly low: Uint32Array; readonly high: Uint32Array } {
  const random = createRandom(seed)
  const fraction = () => (random() + 0.5) / 2 ** 32
  const normal = () => Math.sqrt(-2 * Math.log(fraction())) * Math.cos(2 * Math.PI * fraction())
  // A table of normal numbers makes ten million texts a matter of seconds.
  const table = Float64Array.from({ length: 2 ** 16 }, normal)
  const all = Float64Array.from({ length: 64 }, () => common * normal())
  const means = Float64Array.from({ length: 64 * TOPICS }, (_, i) => (all[i % 64] as number) + topic * normal())
  const [low, high] = [new Uint32Array(count), new Uint32Array(count)]
  const half = (mean: number) => {
    let bits = 0
    for (let bit = 0; bit < 32; bit += 2) {
      const two = random()
      if ((means[mean + bit] as number) + (table[two & 0xffff] as number) > 0) bits |= 1 << bit
      if ((means[mean + bit + 1] as number) + (table[two >>> 16] as number) > 0) bits |= 2 << bit
    }
    return bits >>> 0
  }
  for (let i = 0; i < count; i++) {
    if (i && random() % 100 < COPIES) {
      const of = i - 1 - (random() % Math.min(i, 1000))
      low[i] = low[of] as number
      high[i] = high[of] as number
      for (let edits = random() % 4; edits; edits--) {
        const part = random() % 2 ? low : high
        part[i] = ((part[i] as number) ^ (1 << (random() % 32))) >>> 0
      }
      continue
    }
    // Some topics have many texts and most have few.
    const mean = 64 * Math.floor(TOPICS * fraction() ** 3)
    low[i] = half(mean)
    high[i] = half(mean + 32)
  }
  return { low, high }
}
