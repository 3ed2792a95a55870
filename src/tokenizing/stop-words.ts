/** Short lists of words that say little about what a text is about, by language. */

const ZH =
  '的 了 是 在 和 与 及 或 也 都 就 而 但 但是 并 并且 而且 不 没 没有 有 我 我们 你 你们 您 他 他们 她 她们 它 它们 这 这个 这些 那 那个 那些 此 其 之 于 以 为 ' +
  '因 因为 所以 如果 虽然 被 把 将 对 对于 从 到 向 由 让 给 跟 比 很 太 更 最 还 又 再 才 只 已 已经 曾 会 能 可以 可能 应该 要 想 一 一个 一些 个 种 些 每 各 某 ' +
  '什么 怎么 怎样 如何 为什么 哪 哪里 谁 吗 呢 吧 啊 呀 哦 嘛 着 过 地 得 等 等等 上 下 中 里 内 外 前 后 时 时候 现在 然后 关于 通过 进行'

const EN =
  'a an the and or but nor so if then than that this these those there here of in on at by for from to with without about into over under up down out off again ' +
  'is am are was were be been being do does did have has had having will would shall should can could may might must not no yes i me my we us our you your he him his ' +
  'she her it its they them their who whom whose which what when where why how all any both each few more most other some such only own same too very just also as'

/** The lists that come with the product, by language. */
export const STOP_WORDS: Readonly<Record<string, readonly string[]>> = { zh: ZH.split(' '), en: EN.split(' ') }

/** Words of a list: one a line; empty lines and lines that begin with `#` are skipped. */
export function parseStopWords(text: string): string[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
}
