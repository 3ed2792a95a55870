/** One result: for any number of workers, with little memory, and for another order of the input where groups do not depend on it. */
import { expect, it } from 'vitest'
import { dedupe } from '../../../src/index.js'
import { edit } from '../../support/texts.js'
import { documents, type Line } from './inputs.js'
import { rounds, rowOf } from './table.js'

export function sameResultTrials(random: () => number): void {
  /** Texts with near copies, two megabytes of them and more: threads read them. */
  function texts(): Line[] {
    const all = documents(random, 7000, 50)
    return all.map(({ id, text }, i) => ({ id, text: i % 5 === 3 ? edit(random, (all[i - 1] as Line).text, 0.02) : text }))
  }

  /** Groups as sets of ids. */
  async function groupsOf(all: readonly Line[], options: object): Promise<string> {
    const result = await dedupe(all, options)
    const groups = [...result.groups()].map(({ members }) =>
      members
        .map(({ id }) => Number(id))
        .sort((a, b) => a - b)
        .join(),
    )
    await result.close()
    return groups.sort().join('\n')
  }

  it('for any number of workers, with little memory, in any order', async () => {
    const row = rowOf('same result', '1, 2, 7 workers; 64 MB; shuffled input (components)', 4)
    await rounds(0.05, 4, 1, async () => {
      const all = texts()
      for (const options of [{ groupBy: 'components' }, { method: 'simhash', groupBy: 'components' }, { groupBy: 'star' }] as const) {
        const wanted = await groupsOf(all, { ...options, workers: 1 })
        const others: (readonly [readonly Line[], object])[] = [
          [all, { ...options, workers: 2 }],
          [all, { ...options, workers: 7 }],
          [all, { ...options, memory: '64MB' }],
        ]
        if (options.groupBy === 'components') {
          const shuffled = all.map((each) => [random(), each] as const).sort((a, b) => a[0] - b[0])
          others.push([shuffled.map(([, each]) => each), { ...options, workers: 2 }])
        }
        for (const [input, how] of others) {
          row.tried++
          if ((await groupsOf(input, how)) === wanted) row.right++
          else row.losses.push(JSON.stringify(how))
        }
      }
    })
    expect(row.losses).toEqual([])
  })
}
