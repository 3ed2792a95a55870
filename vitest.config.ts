import { globSync } from 'tinyglobby'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LONGEST, shareOf } from './test/shares.ts'

const dist = new URL('dist/', import.meta.url).pathname

/**
 * Tests that take minutes, by their names (`*.long.test.ts`): `npm run test:long` runs them alone. A landing runs a share of them (`--shard=K/N`), which
 * share is told by its commit (.ci/run).
 */
const LONG_TESTS = 'test/**/*.long.test.ts'
const isLongRun = process.env['LEITONG_LONG'] === '1'
/**
 * Whole things: commands, the service, pages in browsers, servers of databases, a cluster, faults, guides, and rooms that take long for what they show
 * each day. `npm run test:whole` runs them alone. `npm test` leaves them out, and needs nothing but Node: it has the rooms, the laws, and the table of doors.
 */
const WHOLE_TESTS = [
  'test/{cli,faults,guides,mcp,server,servers}/**/*.test.ts',
  'test/{bundle,package,package-audit}.test.ts',
  'test/doors/{merged,page,servers}.test.ts',
  'test/jobs/{audit,passages,tune}/**/*.test.ts',
  'test/jobs/live/{combined,decisions,edges,live-rows,versions}.test.ts',
  'test/jobs/segment.test.ts',
  'test/jobs/dedupe/{against,all-pairs,annotated,complete,dates,decisions,merged,near-copies,precision,rare,rows}.test.ts',
  'test/jobs/dedupe/{rows-columns,rows-workers,run-context,same-result,scripts,seen,shards}.test.ts',
  'test/library/hostile-callers.test.ts',
  'test/matching/{infer,naming,shelf}.test.ts',
  'test/reading/open-input.test.ts',
  'test/research/{evaluate,generating}/**/*.test.ts',
  'test/research/rivals.test.ts',
  'test/reviewing/boilerplate.test.ts',
  'test/searching/local-index.test.ts',
  'test/searching/given/halves.test.ts',
  'test/signing/dictionaries.test.ts',
  'test/sources/databases/*.test.ts',
  'test/sources/formats/{formats,zstd}.test.ts',
  'test/sources/objects/{s3,web}.test.ts',
  'test/spark/*.test.ts',
  'test/stores/{lmdb-damaged,lmdb-many,mongodb,mysql,postgres,redis,same-groups}.test.ts',
  'test/stores/{faults,settings}/*.test.ts',
  'test/types/consumers.test.ts',
  'test/web/{browser,clerk,firefox,page,page-merged,report,review,review-keys,review-racing,review-tasks,size}.test.ts',
]
const isWholeRun = process.env['LEITONG_TIER'] === 'whole'

/** Tests that do more among the whole ones: more examples, greater sizes, whole sweeps (test/support/long.ts). */
const SIZED_TESTS = [
  'test/comparing/alignment.test.ts',
  'test/jobs/dedupe/nothing-lost.test.ts',
  'test/kernel/equality.test.ts',
  'test/matching/record-judge.test.ts',
]

/** Tests that do more rounds of the same in the long run (test/support/long.ts). */
const SCALED_TESTS = [
  'test/cli/faults.test.ts',
  'test/jobs/dedupe/same-result.test.ts',
  'test/server/contract.test.ts',
  'test/server/crowd.test.ts',
]

/** Each tier: what it runs, and what it leaves to the others. Every test file is in one of them. */
const TIER = isLongRun
  ? { include: [LONG_TESTS, ...SCALED_TESTS], exclude: [] }
  : isWholeRun
    ? { include: [...WHOLE_TESTS, ...SIZED_TESTS], exclude: [LONG_TESTS] }
    : { include: ['test/**/*.test.ts'], exclude: [LONG_TESTS, ...WHOLE_TESTS] }

/**
 * Rooms whose tests share processes, so that what they test is loaded once in each: half a second of every file. Not those that change or watch the
 * process they run in: its environment, its listeners and files, modules that are replaced.
 */
const SHARING = [
  'test/{comparing,evaluating,fingerprinting,grouping,hashing,matching,options,repeating,reviewing,searching,tokenizing,weighting}/**/*.test.ts',
  'test/cli/**/*.test.ts',
]
const ALONE = ['test/cli/progress.test.ts', 'test/reviewing/torn.test.ts']

/** Where nothing is known of earlier runs, files go by their size; these are short and take long, and must not be left for the end. */
const LONG = [/mongodb/, /faults/, /equality/, /sync/, /same-result/]

/** Files with a process of their own come first: a process is shared as long as the next file shares too. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId, project }: TestSpecification) =>
      (project.config.isolate ? 0 : 2) + (LONG.some((name) => name.test(moduleId)) ? 0 : 1)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }

  /** The share of `--shard=K/N`. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const share = new Set(
      shareOf(
        files.map(({ moduleId }) => moduleId),
        LONGEST,
        this.ctx.config.shard ?? { index: 1, count: 1 },
      ),
    )
    return files.filter(({ moduleId }) => share.has(moduleId))
  }
}

const files = globSync(TIER.include, { ignore: TIER.exclude })
const sharing = new Set(globSync(SHARING, { ignore: ALONE }))

export default defineConfig({
  test: {
    globalSetup: ['test/servers/setup.ts'],
    // As many files at a time as cores, which is the most that a share can say: more would wait for a processor, and some for too long.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [true, false].map((isShared) => ({
      // Tests name the sources, for their types, and run what was built from them: that is what ships, workers and all.
      resolve: {
        alias: [
          { find: /^(?:\.\.\/)+src\/(.*)$/, replacement: `${dist}$1` },
          { find: /^leitong$/, replacement: `${dist}index.js` },
        ],
      },
      test: {
        name: isShared ? 'shared' : 'alone',
        isolate: !isShared,
        include: files.filter((file) => sharing.has(file) === isShared),
        // Commands speak English, whatever the language of the machine.
        env: { LC_ALL: 'C' },
        setupFiles: ['test/support/seed.ts'],
        // What was built is loaded as it is: a third less time for imports.
        server: { deps: { external: [/\/dist\//] } },
        // The long run does rounds by the hundred.
        testTimeout: isLongRun ? 900_000 : 120_000,
        hookTimeout: 120_000,
        pool: 'forks',
      },
    })),
  },
})
