/** Titles and descriptions: words of spaced scripts and pairs of Chinese characters, rare ones count more. */
import { fold } from '../fold.js'
import type { Kind } from './kind.js'
import { below1, Overlap } from './overlap.js'
import { tokenTable, wordsAndParts } from './tokens.js'

/** Mean words from which values are texts. */
const LONG = 3.5

export const text: Kind = {
  name: 'text',
  levels: [
    { name: 'equal', from: 1 },
    { name: 'nearly equal', from: 0.9 },
    { name: 'mostly equal', from: 0.75 },
    { name: 'half equal', from: 0.55 },
    { name: 'partly equal', from: 0.35 },
    { name: 'little equal', from: 0.18 },
    { name: 'unlike', from: 0 },
  ],
  normalise: fold,
  comparison(values) {
    const overlap = new Overlap(tokenTable(values, wordsAndParts), true)
    return (a, b) => below1(overlap.similarity(a, b))
  },
  detect: ({ meanWords, hinted }) =>
    meanWords >= LONG
      ? 0.65
      : meanWords >= 2 && hinted(/title|desc|abstract|text|content|summary|标题|题名|内容|描述|简介|摘要|商品|产品/)
        ? 0.65
        : 0,
}
