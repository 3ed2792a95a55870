/** The exports of assembly/index.ts, where they are explained. Addresses and lengths are unsigned 32-bit numbers that arrive signed. */
export interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  unicodeTable(): number
  traditionalPairs(): number
  alloc(bytes: number): number
  mark(): number
  release(mark: number): void
  configure(flags: number, tokenizer: number, ngram: number, charNgram: number, seed: bigint): void
  configureSignature(method: number, bits: number, unit: number, k: number, bands: number, rows: number, withDigest: number): void
  reserve(length: number): number
  input(): number
  dropText(): void
  codePoints(at: number, length: number): number
  scriptOf(at: number, length: number): number
  jsonField(field: number, at: number, length: number): number
  signLines(
    piece: number,
    from: number,
    length: number,
    longest: number,
    room: number,
    entries: number,
    entryBytes: number,
    records: number,
    scratch: number,
  ): number
  linesStoppedAt(): number
  linesCounted(): number
  prepare(length: number): number
  sign(length: number, to: number, scratch: number): number
  tokenText(): number
  tokenBytes(): number
  tokenStarts(): number
  tokenCount(): number
  tokenTags(): number
  tokenFlags(): number
  tagNames(): number
  useTags(count: number): void
  loadDictionary(at: number, hmm: number): number
  loadFilter(table: number, slots: number, tags: number): void
  writeFeatures(to: number): void
  featureSet(features: number): number
  distinctSet(features: number): number
  lineSets(piece: number, ends: number, from: number, count: number, out: number, room: number, sizes: number): number
  configureSample(mask: bigint): void
  sampleSet(features: number): number
  sampleInto(at: number, room: number, ends: number): void
  setMembers(): number
  setCounts(): number
  writeDigest(to: number): void
  writeSimhash(bits: number, unit: number, features: number, to: number): number
  writeMinhash(k: number, features: number, to: number, scratch: number): number
  writeBands(values: number, k: number, bands: number, rows: number, to: number): void
  modelReserve(features: number): number
  modelFinish(features: number): number
  tableBuild(features: number, spare: number): number
  tableColumn(column: number): number
  tableLookUp(): void
  tableFlag(at: number, count: number, bit: number): void
  tableMark(at: number, count: number, bit: number, width: number): void
  tableToSet(n: number): number
  tableSimhash(n: number, bits: number, to: number): void
  intersection(a: number, aSize: number, b: number, bSize: number): number
  overlap(a: number, aCounts: number, aSize: number, b: number, bCounts: number, bSize: number, to: number): void
  hammingBegin(distance: number, boundary: number, maxCopies: number): number
  hammingBeyond(at: number, most: number, known: number): void
  hammingEnd(): number
  hammingCrowded(): number
  hammingGuard(low: bigint, high: bigint, radius: number): void
  hammingTable(at: number, count: number, wide: number, first: number, second: number, low: bigint, high: bigint): void
  hammingJoin(at: number, count: number, wide: number, offset: number, bits: number, radius: number): void
  hammingBrute(at: number, count: number, wide: number, part: number, parts: number): void
  indexBegin(distance: number, wide: number): void
  indexBlock(at: number, count: number, offset: number, bits: number, radius: number, spare: number): number
  indexQuery(at: number, to: number, room: number): number
  signPlanes(vectors: number, count: number, dimensions: number, planes: number, bits: number, to: number): void
}
