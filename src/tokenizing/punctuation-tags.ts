/** Tags of punctuation as the ICTCLAS set has them, for text that is cut and tagged here and read by programs that expect that set. */

/** The marks of each tag, in their full-width forms and in those of ASCII. */
const MARKS: Readonly<Record<string, string>> = {
  wkz: '（〔［｛《【〖〈([{<',
  wky: '）〕］｝》】〗〉)]}>',
  wyz: '“‘『「',
  wyy: '”’』」',
  wj: '。',
  ww: '？?',
  wt: '！!',
  wd: '，,',
  wf: '；;',
  wn: '、',
  wm: '：:',
  ws: '…',
  wp: '—－',
  wb: '％‰%',
  wh: '￥＄￡￠＃℃$#',
}

const tags = new Map(Object.entries(MARKS).flatMap(([tag, marks]) => Array.from(marks, (mark) => [mark, tag] as const)))

/**
 * The tag of a piece that is one mark, or one mark repeated.
 *
 * @returns undefined for anything else
 * @example punctuationTag('，') // 'wd'
 */
export function punctuationTag(piece: string): string | undefined {
  const [first = '', ...rest] = piece
  return rest.every((mark) => mark === first) ? tags.get(first) : undefined
}
