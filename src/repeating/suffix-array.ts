/** The suffixes of a sequence in order, and how much neighbours share: both in linear time, whatever the sequence. */

/**
 * The suffix array by induced sorting.
 *
 * @param items  from 1 on, but for the last, which is 0
 * @param kinds  one more than the largest item
 * @returns      where each suffix begins, the least first
 * @see G. Nong, S. Zhang, W. H. Chan, "Two Efficient Algorithms for Linear Time Suffix Array Construction" (2011)
 * @example suffixArray(Int32Array.of(2, 1, 2, 0), 3) // Int32Array [3, 1, 2, 0]
 */
export function suffixArray(items: Int32Array, kinds: number): Int32Array {
  const order = new Int32Array(items.length)
  sort(items, order, kinds)
  return order
}

function sort(s: Int32Array, SA: Int32Array, kinds: number): void {
  const n = s.length
  if (n === 1) {
    SA[0] = 0
    return
  }
  // 1 where a suffix is less than the next one.
  const rises = new Uint8Array(n)
  rises[n - 1] = 1
  for (let i = n - 2; i >= 0; i--) {
    const a = s[i] as number
    const b = s[i + 1] as number
    rises[i] = a < b || (a === b && rises[i + 1]) ? 1 : 0
  }
  const buckets = new Int32Array(kinds)
  const isValley = (i: number) => i > 0 && rises[i] === 1 && rises[i - 1] === 0
  SA.fill(-1)
  toEnds(s, buckets)
  for (let i = n - 1; i > 0; i--) if (rises[i] && !rises[i - 1]) SA[takeEnd(buckets, s[i] as number)] = i
  induce(s, SA, rises, buckets)
  // The valleys, sorted by the stretch up to the next one, get names; their names are a shorter sequence of the same kind.
  let valleys = 0
  for (let i = 0; i < n; i++) {
    const at = SA[i] as number
    if (at > 0 && rises[at] && !rises[at - 1]) SA[valleys++] = at
  }
  SA.fill(-1, valleys)
  let names = 0
  for (let i = 0, before = -1; i < valleys; i++) {
    const at = SA[i] as number
    if (before < 0 || !sameStretch(s, rises, at, before, isValley)) names++
    before = at
    SA[valleys + (at >> 1)] = names - 1
  }
  for (let i = n - 1, j = n - 1; i >= valleys; i--) if ((SA[i] as number) >= 0) SA[j--] = SA[i] as number
  const shorter = SA.subarray(n - valleys)
  const sorted = SA.subarray(0, valleys)
  if (names < valleys) sort(shorter, sorted, names)
  else for (let i = 0; i < valleys; i++) sorted[shorter[i] as number] = i
  for (let i = 1, j = 0; i < n; i++) if (rises[i] && !rises[i - 1]) shorter[j++] = i
  for (let i = 0; i < valleys; i++) sorted[i] = shorter[sorted[i] as number] as number
  SA.fill(-1, valleys)
  toEnds(s, buckets)
  for (let i = valleys - 1; i >= 0; i--) {
    const at = SA[i] as number
    SA[i] = -1
    SA[takeEnd(buckets, s[at] as number)] = at
  }
  induce(s, SA, rises, buckets)
}

/** The last free place of a bucket. */
function takeEnd(buckets: Int32Array, item: number): number {
  const to = (buckets[item] as number) - 1
  buckets[item] = to
  return to
}

/** Whether two valleys begin equal stretches up to the next valley. */
function sameStretch(s: Int32Array, rises: Uint8Array, a: number, b: number, isValley: (i: number) => boolean): boolean {
  const last = s.length - 1
  for (let d = 0; ; d++) {
    if (a + d > last || b + d > last || s[a + d] !== s[b + d] || rises[a + d] !== rises[b + d]) return false
    if (a + d === last || b + d === last) return false
    if (d && (isValley(a + d) || isValley(b + d))) return isValley(a + d) && isValley(b + d)
  }
}

function toStarts(s: Int32Array, buckets: Int32Array): void {
  counts(s, buckets)
  for (let i = 0, sum = 0; i < buckets.length; i++) {
    const count = buckets[i] as number
    buckets[i] = sum
    sum += count
  }
}

function toEnds(s: Int32Array, buckets: Int32Array): void {
  counts(s, buckets)
  for (let i = 0, sum = 0; i < buckets.length; i++) {
    sum += buckets[i] as number
    buckets[i] = sum
  }
}

function counts(s: Int32Array, buckets: Int32Array): void {
  buckets.fill(0)
  for (let i = 0; i < s.length; i++) buckets[s[i] as number] = (buckets[s[i] as number] as number) + 1
}

/** From sorted valleys the order of all that fall, from that the order of all that rise. */
function induce(s: Int32Array, SA: Int32Array, rises: Uint8Array, buckets: Int32Array): void {
  const n = s.length
  toStarts(s, buckets)
  for (let i = 0; i < n; i++) {
    const at = (SA[i] as number) - 1
    if (at >= 0 && !rises[at]) {
      const item = s[at] as number
      SA[buckets[item] as number] = at
      buckets[item] = (buckets[item] as number) + 1
    }
  }
  toEnds(s, buckets)
  for (let i = n - 1; i >= 0; i--) {
    const at = (SA[i] as number) - 1
    if (at >= 0 && rises[at]) {
      const item = s[at] as number
      const to = (buckets[item] as number) - 1
      buckets[item] = to
      SA[to] = at
    }
  }
}

/**
 * How many items each suffix shares with the one before it in the order, by where the suffix begins.
 *
 * @see J. Kärkkäinen, G. Manzini, S. Puglisi, "Permuted Longest-Common-Prefix Array" (2009)
 */
export function sharedWithBefore(items: Int32Array, order: Int32Array): Int32Array {
  const n = items.length
  const shared = new Int32Array(n)
  // First the suffix before each one; the same memory then has what they share.
  shared[order[0] as number] = -1
  for (let i = 1; i < n; i++) shared[order[i] as number] = order[i - 1] as number
  for (let i = 0, length = 0; i < n; i++) {
    const before = shared[i] as number
    if (before < 0) length = 0
    else {
      while (items[i + length] === items[before + length] && i + length < n && before + length < n) length++
    }
    shared[i] = length
    if (length) length--
  }
  return shared
}
