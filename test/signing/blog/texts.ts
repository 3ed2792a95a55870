/** 500 short texts for the profile `blog`, as a segmenter would cut and tag them: `npx tsx test/signing/blog/texts.ts` prints one a line. */
import { createRandom } from '../../../src/hashing/random.js'

const WORDS = [
  '城市',
  '发展',
  '住房',
  '服务',
  '经济',
  '天气',
  '学校',
  '道路',
  '施工',
  '噪音',
  '居民',
  '供暖',
  '中华人民共和国国务院',
  'www.example.org',
  'a',
  'b',
  'of',
  '、',
  '，',
  '。',
  '',
]
const TAGS = ['n', 'v', 'a', 'nt', 'wj', 'ude1', 'wn', 'wd']

const random = createRandom(31)
const below = (n: number) => Math.floor(random() * n)
const pick = (of: readonly string[]) => of[below(of.length)] as string

/** Mostly words with a plain tag; also commas, words tagged as commas, pieces without a tag, further slashes and spaces, and line breaks. */
function piece(words: readonly string[]): string {
  const word = pick(words)
  const kind = random()
  if (kind < 0.04) return word
  if (kind < 0.08) return `${word}/${pick(TAGS)}/x`
  if (kind < 0.12) return `${word}\\${pick(['n', 'r', 'r\\n'])}/${pick(TAGS)}`
  return `${word}/${kind < 0.2 ? pick(TAGS) : pick(TAGS.slice(0, 6))}`
}

for (let i = 0; i < 500; i++) {
  // Few words that come again, so that sums of 0 are frequent.
  const words = Array.from({ length: 2 + below(12) }, () => pick(WORDS))
  const pieces = Array.from({ length: 4 + below(37) }, () => piece(words))
  process.stdout.write(`${random() < 0.1 ? ' ' : ''}${pieces.join(random() < 0.1 ? '  ' : ' ')}${' '.repeat(below(3))}\n`)
}
