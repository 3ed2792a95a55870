/** How the tests of whole things and the long tests are dealt into shares, of which a landing runs one each. */

/** The longest of them, the longest first: shares of a run get about as much of each. */
export const LONGEST = [
  // Tests of whole things.
  /web.review\.test/,
  /web.page\.test/,
  /spark.inputs/,
  /doors.page/,
  /web.report/,
  /spark.same-result\.test/,
  /web.clerk/,
  /spark.doors/,
  /spark.methods/,
  /web.review-tasks/,
  /stores.postgres/,
  /tune.rows/,
  /dense-families/,
  /types.consumers/,
  /web.firefox/,
  /server.review-tasks/,
  // Long tests.
  /spark.lakes/,
  /spark.rounds/,
  /page-large/,
  /faults.programme/,
  /review-typing/,
  /spark.same-result.long/,
  /spark.standalone/,
  /review-whole/,
  /spark.mixed/,
  /wheel/,
]

/**
 * A share of some files. They are dealt there and back, 1 … N, N … 1, from the longest on, so that no share gets all the longest.
 *
 * @param longest  names of the longest, the longest first; all others follow by their names
 * @param index    from 1
 * @example shareOf(['b', 'a', 'd', 'c'], [/d/], { index: 1, count: 2 }) // ['d', 'c']
 */
export function shareOf(
  files: readonly string[],
  longest: readonly RegExp[],
  { index, count }: { readonly index: number; readonly count: number },
): string[] {
  const rank = (file: string) => {
    const at = longest.findIndex((name) => name.test(file))
    return at < 0 ? longest.length : at
  }
  const dealt = [...files].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  return dealt.filter((_, at) => {
    const round = at % (2 * count)
    return (round < count ? round : 2 * count - 1 - round) === index - 1
  })
}
