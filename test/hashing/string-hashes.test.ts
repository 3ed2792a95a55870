/**
 * hashing: does every string hash of the shelf compute what its authors' programs compute?
 *
 * Oracle   published constants; node:crypto for MD5 and SHA-1; for MurmurHash3, CityHash64, XXH64 and XXH3 the outputs of
 *          the packages mmh3 5.3, cityhash 0.4 and xxhash 4.1 over the inputs below, as SHA-256 of all of them and some one by one.
 * Covers   every length from 0 to 300 and the block borders beyond, with and without a seed; the widths that are stated.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STRING_HASHES, type StringHash, to64 } from '../../src/hashing/string-hashes.js'

const named = (name: string) => STRING_HASHES.get(name) as StringHash
const ascii = (text: string) => new TextEncoder().encode(text)

/** Bytes of a linear congruential generator, the same for every run. */
function input(length: number): Uint8Array {
  let x = (length * 2654435761 + 12345) >>> 0
  return Uint8Array.from({ length }, () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    return x >>> 24
  })
}
const LENGTHS = [...Array(301).keys(), 511, 512, 1023, 1024, 1025, 2048, 2049, 4000]

const EXPECTED: Record<string, { digest: string; seeded: string; single: Record<number, string> }> = {
  'murmur3-32': {
    digest: 'cd403422a9fa945e22f3d484a1a5f3785735172ce6419bbadbf4d66a75219704',
    seeded: '23e28f3cdd2a4eedcf25ff26edff0f4cda0a37c69bd903d55b05f73178271750',
    single: {
      0: '00000000',
      3: '7962ca19',
      7: 'a2458e7c',
      16: '4908097e',
      32: '7044e82e',
      64: '0b7c907e',
      128: '30bf22b5',
      240: '634bef05',
      300: '27b39ddc',
    },
  },
  'murmur3-128': {
    digest: 'ba1189c3d2bdbc645185d0dd4dc71bea15c0ce8d4823c949609578805d86b686',
    seeded: '1ef8eb552d3a3d5d834618b29772c8aaa476750f52f20f08b503dc60ae617840',
    single: {
      0: '00000000000000000000000000000000',
      3: 'e98cf8048557241818bc3bc59deb4b30',
      7: 'a0f2f1b3b623a277cee1bea0b8ffcec9',
      16: '6717ebd75ebb116d9f722aa6a8206297',
      32: 'b7637baec1eb9b101f1e3397f8825c7d',
      64: 'd6742daecf4b274ffe533f447bfb8d09',
      128: 'a7d1932f5949efca267154240f905651',
      240: '6a4bf31ab69483123b3f0aef19c71979',
      300: 'f3454766b1d33f3e92c869adf4482e7a',
    },
  },
  city64: {
    digest: '77a4983df803b0995f8e481d988d7f7e953de0fea0b0758784a7f28e93094f58',
    seeded: 'c739fad34f17c7ad758f5f2800f84e73f6483981b6385a44ff3f4323161e6469',
    single: {
      0: '9ae16a3b2f90404f',
      3: '72f815113a464115',
      7: 'cb8f93bd8b683c07',
      16: '57b9c33b44357c19',
      32: '10d4347a4d1016b4',
      64: 'cad039450cfa6528',
      128: 'a8ea4062a9fc296e',
      240: 'cc5de18a78431e9c',
      300: '0f01f5ba49077501',
    },
  },
  xxh64: {
    digest: '59f2a789010fbadd9bc3bb0c19b3e3b3f98db39887edc0656f3210145ca9cede',
    seeded: '08d58a9ed17dfa3678bac7bf3a02e905bf762fd94e62da4d9d71444213a9759d',
    single: {
      0: 'ef46db3751d8e999',
      3: '902fa66691f6a894',
      7: 'eb02f939e6d8bf0e',
      16: '874548a6b97b8287',
      32: '7b1716b6e0148fb2',
      64: 'ceb3e5cb57d86664',
      128: '9c271eab5d4e2044',
      240: '19f57b3cb52dc2c7',
      300: '0b50e526f328396d',
    },
  },
  'xxh3-64': {
    digest: 'e879e74185115e054cc8ac1b177307fde8a7e6cd0b8994ce7d7e85df152c726c',
    seeded: '4f51adb65e702f95cfd27dbc4f78a377e6b480f656a69dff2ba42b2aa45f8c1e',
    single: {
      0: '2d06800538d394c2',
      3: '8631bb1c3776a7fb',
      7: 'a11eb8743bb4b794',
      16: '68dd062ba6a22fdd',
      32: '8680804581e3d62f',
      64: 'fa68ad874d3972cc',
      128: 'e9922ab39c61702f',
      240: 'd61394c78a814d0e',
      300: '6c0fd665386f4a9b',
    },
  },
}

describe('string hashes', () => {
  it.each(Object.entries(EXPECTED))('%s computes what the well-known program computes', (name, { digest, seeded, single }) => {
    const { hash, bits } = named(name)
    const hex = (value: bigint | number) => value.toString(16).padStart(bits / 4, '0')
    const all = (seed?: bigint) => {
      const sum = createHash('sha256')
      for (const length of LENGTHS) sum.update(hex(hash(input(length), seed)))
      return sum.digest('hex')
    }
    for (const [length, value] of Object.entries(single)) expect(hex(hash(input(Number(length))))).toBe(value)
    expect(all()).toBe(digest)
    expect(all(0x0123456789abcdefn)).toBe(seeded)
  })

  it.each([
    ['rs', 4097835502],
    ['js', 1651003062],
    ['bkdr32-131', 3153586616],
    ['djb', 729241521],
    ['ap', 882643939],
  ])('%s gives the value that is published for it', (name, value) => {
    expect(named(name).hash(ascii('abcdefghijklmnopqrstuvwxyz1234567890'))).toBe(value)
  })

  it('gives the published values of FNV-1a', () => {
    expect(['', 'a', 'foobar'].map((text) => named('fnv1a-32').hash(ascii(text)))).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
    expect(['', 'a', 'foobar'].map((text) => named('fnv1a-64').hash(ascii(text)))).toEqual([
      0xcbf29ce484222325n,
      0xaf63dc4c8601ec8cn,
      0x85944171f73967e8n,
    ])
  })

  it('gives the values of early Python, of which the first one is well known', () => {
    const { hash } = STRING_HASHES.get('python64') as StringHash
    const bytes = (text: string) => new TextEncoder().encode(text)
    expect(hash(bytes('a'))).toBe(12416037344n)
    expect(hash(bytes(''))).toBe(0n)
    let x = 98n << 7n
    for (const c of [98n, 195n]) x = BigInt.asUintN(64, (x * 1000003n) ^ c)
    expect(hash(Uint8Array.of(98, 195))).toBe(x ^ 2n)
  })

  it('computes BKDR by its formula: the bytes are digits to the base of the seed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.constantFrom(31n, 131n, 1313n), (bytes, seed) => {
        const sum = [...bytes].reduce((total, byte, i) => total + BigInt(byte) * seed ** BigInt(bytes.length - 1 - i), 0n)
        expect(named('bkdr64-131').hash(bytes, seed)).toBe(BigInt.asUintN(64, sum))
        expect(named('bkdr32-31').hash(bytes, seed)).toBe(Number(BigInt.asUintN(32, sum)))
      }),
    )
    expect(named('bkdr64-31').hash(ascii('ab'))).toBe(97n * 31n + 98n)
  })

  it.each(['md5', 'sha1'])('%s agrees with node:crypto', (name) => {
    const digits = named(name).bits / 4
    for (const length of LENGTHS) {
      const bytes = input(length)
      expect(named(name).hash(bytes).toString(16).padStart(digits, '0')).toBe(createHash(name).update(bytes).digest('hex'))
    }
  })

  it('stays within its bits, gives numbers up to 32 bits, and reads views where they stand', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STRING_HASHES.values()), fc.uint8Array({ maxLength: 80 }), ({ hash, bits }, bytes) => {
        const value = hash(bytes)
        expect(typeof value).toBe(bits === 32 ? 'number' : 'bigint')
        expect(BigInt(value) >= 0n && BigInt(value) >> BigInt(bits) === 0n).toBe(true)
        expect(to64(value) >> 64n).toBe(0n)
        expect(hash(Uint8Array.of(1, 2, 3, ...bytes, 4).subarray(3, 3 + bytes.length))).toBe(value)
      }),
    )
  })
})

describe('hashes that are uneven', () => {
  it('are those that leave bits of short words the same, and no others', () => {
    const words = Array.from({ length: 2000 }, (_, i) =>
      new TextEncoder().encode(String.fromCodePoint(0x4e00 + ((i * 7919) % 20000), 0x4e00 + ((i * 104729) % 20000))),
    )
    for (const { name, hash, isUneven = false } of STRING_HASHES.values()) {
      const hashes = words.map((word) => to64(hash(word)))
      const shares = Array.from({ length: 64 }, (_, bit) => hashes.filter((one) => (one >> BigInt(bit)) & 1n).length / words.length)
      expect([name, Math.max(...shares.map((share) => Math.abs(share - 0.5))) > 0.4]).toEqual([name, isUneven])
    }
  })
})
