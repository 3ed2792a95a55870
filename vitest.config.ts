import { globSync } from 'tinyglobby'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const dist = new URL('dist/', import.meta.url).pathname

/** Tests that take minutes, by their names (`*.long.test.ts`): `npm run test:long` runs them alone, `npm test` leaves them out. */
const LONG_TESTS = 'test/**/*.long.test.ts'
const isLongRun = process.env['LEITONG_LONG'] === '1'
/**
 * Tests of servers, of a cluster, of whole pages, of faults, and of what takes long for what it shows each day: `npm run test:servers` runs them
 * alone. `npm test` leaves them out, and needs no Java; it has a store of each kind, PostgreSQL, Redis, the report and the library in a browser.
 */
const SERVER_TESTS = [
  'test/spark/{append,bitmaps,connection,doors,inputs,methods,placed,same-result}.test.ts',
  'test/doors/servers.test.ts',
  'test/stores/{mongodb,mysql,li2015-page}.test.ts',
  'test/sources/databases/{mongodb,mysql}.test.ts',
  'test/cli/sync-servers.test.ts',
  'test/sources/objects/s3.test.ts',
  'test/sources/objects/web.test.ts',
  'test/web/{clerk,firefox,page,page-large,page-merged,review,review-tasks}.test.ts',
  'test/server/hostile/**/*.test.ts',
  'test/server/{crowd,operating,proxy,review-apply,review-tasks,security}.test.ts',
  'test/faults/**/*.test.ts',
  'test/stores/{lmdb-damaged,lmdb-many}.test.ts',
  'test/searching/given/halves.test.ts',
  'test/jobs/dedupe/rows-workers.test.ts',
  'test/jobs/{audit,tune}/**/*.test.ts',
  'test/cli/{containment,contract,evaluate,findings}.test.ts',
  'test/cli/{given,office}/**/*.test.ts',
  'test/research/{evaluate,generating}/**/*.test.ts',
  'test/research/fingerprint-rivals.test.ts',
  'test/guides/**/*.test.ts',
  'test/spark/worker.test.ts',
  'test/types/consumers.test.ts',
]
const isServersRun = process.env['LEITONG_TIER'] === 'servers'

/** Tests that do more in the servers tier: more examples, greater sizes, whole sweeps (test/support/long.ts), and all servers where `npm test` has two. */
const SIZED_TESTS = [
  'test/cli/secrets.test.ts',
  'test/jobs/dedupe/nothing-lost.test.ts',
  'test/jobs/live/{decisions,versions}.test.ts',
  'test/kernel/equality.test.ts',
  'test/stores/{redis,same-groups}.test.ts',
  'test/stores/settings/letter-case.test.ts',
  'test/web/report.test.ts',
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
  : isServersRun
    ? { include: [...SERVER_TESTS, ...SIZED_TESTS], exclude: [LONG_TESTS] }
    : { include: ['test/**/*.test.ts'], exclude: [LONG_TESTS, ...SERVER_TESTS] }

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
