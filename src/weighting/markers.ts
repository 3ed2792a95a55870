/**
 * Words that mark the sentence that carries the point: conclusions, contrasts, causes, demands. One word each, as the tokenizer
 * cuts it; `--markers` adds to them, or replaces them with `--only-markers`.
 */
export const MARKERS: readonly string[] = [
  ...'综上所述 总之 总而言之 总的来说 由此可见 可见 因此 因而 所以 故此 从而 于是 结论 归根结底'.split(' '),
  ...'但是 但 然而 不过 可是 却 反之 相反 尽管如此'.split(' '),
  ...'尤其 特别 关键 重点 首先 其次 最后 换言之 也就是说 即'.split(' '),
  ...'请求 恳请 要求 建议 希望 呼吁'.split(' '),
  ...'therefore thus hence consequently overall finally conclusion summary however but nevertheless especially'.split(' '),
]
