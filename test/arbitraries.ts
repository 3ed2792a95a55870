/** Nasty texts for property tests: what real input holds and what nobody expects. */
import fc from 'fast-check'

const awkward = [
  'straße',
  'ﬁn',
  'ＡＢＣ！１２',
  'e\u0301',
  '\u0301',
  'o\u0323\u0302\u0301',
  'İstanbul',
  'ΐ\u0390ι\u0308\u0301',
  '각\u1100\u1161\u11a8\uac00\u11a8',
  'ｶﾞﾊﾟ',
  'カ\u3099',
  '℡ ㎏ ① ㍿',
  '\u0344\u0345',
  'ᾳ',
  '…',
  '中文',
  '，。！？、',
  '重复的文字，又见重复的文字。',
  'ไทยภาษา',
  '👨‍👩‍👧',
  '𠮷野家',
  '\u{1d400}\u{1d7d8}',
  '\u{10ffff}',
  '\ue000',
  '\u200d',
  '\ufeff',
  '\u00ad',
  '\u0000',
  '\t\n\r',
  '\u3000',
  '\u00a0',
  '_',
  "don't",
  '3.14',
  'C++',
  '[]{}',
  '\u0f71\u0f72\u0f74',
  '\ud800',
  'x\udc00y',
  '\u2126',
  '龜龟',
  '\u4dff\u4e00\u9fff\ua000',
] as const

/** Strings built of words, awkward pieces and any code units, also lone surrogates. */
export const anyText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('the', 'quick', 'Brown', 'fox', '我们', '的', '相似', '文档', ' ', ' ', ', ', '.') },
      { weight: 3, arbitrary: fc.constantFrom(...awkward) },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
      { weight: 1, arbitrary: fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)), maxLength: 6 }) },
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

/** Bytes: UTF-8 of such texts, whole or with pieces cut out and bytes changed, or plain noise. */
export const anyBytes = fc.oneof(
  { weight: 3, arbitrary: anyText.map((text) => Buffer.from(text)) },
  {
    weight: 3,
    arbitrary: fc.tuple(anyText, fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 6 })).map(([text, changes]) => {
      const bytes = Buffer.from(text)
      for (const [at, value] of changes) if (bytes.length) bytes[at % bytes.length] = value
      return bytes
    }),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
)
