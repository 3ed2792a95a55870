/** Traditional characters to simplified ones, one by one: words that differ between regions stay as they are. */
import { bytesOfBase64 } from '../../hashing/base64.js'
import { OF_SIMPLIFIED_ALONE, TRADITIONAL_COUNT, TRADITIONAL_PAIRS } from './traditional.generated.js'

/** Constant once loaded; most processes never ask for it. */
let table: ReadonlyMap<number, number> | undefined

let unpacked: Uint8Array | undefined

/** The pairs as the kernel reads them: two numbers of 16 bits each, the traditional character first. */
export function traditionalBytes(): Uint8Array {
  unpacked ??= bytesOfBase64(TRADITIONAL_PAIRS)
  return unpacked
}

/** Each traditional character and its simplified form. */
export function pairs(): ReadonlyMap<number, number> {
  table ??= load()
  return table
}

/** Simplified characters that only simplified texts have: others, as 出, stand for more than one character and are one of them themselves. */
export const ofSimplifiedAlone = (): readonly number[] => [...pairs().values()].slice(0, OF_SIMPLIFIED_ALONE)

function load(): ReadonlyMap<number, number> {
  const view = new DataView(traditionalBytes().buffer)
  const pairAt = (i: number) => [view.getUint16(i * 4, true), view.getUint16(i * 4 + 2, true)] as const
  return new Map(Array.from({ length: TRADITIONAL_COUNT }, (_, i) => pairAt(i)))
}

/** The simplified form of a character; any other stands for itself. Where several are possible, the usual one (乾 → 干). */
export function simplified(cp: number): number {
  return pairs().get(cp) ?? cp
}
