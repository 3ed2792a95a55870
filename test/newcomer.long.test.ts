/**
 * A newcomer's first run: an empty folder, the package as it is published, and every line of a README as it stands there.
 *
 * Oracle   the README itself: its lines end well and write the files that they name, its program prints what its comments say, and the sample
 *          prints what is shown.
 * Covers   README.md in English, README.zh-CN.md in a Chinese locale. Lines that cannot be run here are named below, so that a new one shows.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { temporaryFolder, writeLines } from './support/files.js'
import { pack } from './support/package.js'

const MINUTES = 60_000
const root = new URL('../', import.meta.url).pathname
const folder = temporaryFolder()

/** Lines that name packages which nobody installs with leitong. */
const NEED_PACKAGES = ['leitong serve', 'leitong review letters.xlsx', 'leitong mcp']

/** Lines of a checkout, of a server, of a global installation, and the one that the tarball stands for. */
const NOT_RUN = [
  'npm ci && npm run sample',
  'npm run sample',
  'npm ci && npm test',
  'npm install leitong',
  'leitong sync postgres://… index',
  'npm run build',
  'node dist/cli/main.js',
  'npm link',
  'npm run bench -- millionPeers rowsOfFields wholeJob',
  'npm run bench:peers',
  'man leitong',
  // It goes on until it is stopped, and needs packages that are not installed with leitong: see below.
  ...NEED_PACKAGES,
]

beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), '{}')
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', pack(folder)]
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
}, 5 * MINUTES)

/** Lines of shell in a README, in order: what is indented, and what stands between backticks. Comments are left out. */
function linesOf(readme: string): string[] {
  const prose = readme.replace(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/^ {4}(\S.*)$|`([^`\n]+)`/gm)]
    .map(([, indented, inline]) => ((indented ?? inline) as string).replace(/\s+#.*$/, ''))
    .filter((line) => /^(leitong|npx|npm|node|man|source) /.test(line))
}

const STREETS = ['Mill Lane', 'Harbour Road', 'Station Square', 'Chapel Hill', 'Orchard Way', 'Castle Street', 'River Walk', 'Market Row']
const WORRIES = [
  'the street lamps have been dark for three weeks and nobody answers the telephone of the works office',
  'lorries park on the pavement every morning, so that children must walk on the road to reach their school',
  'the drain in front of the bakery overflows after each rain and the water stands in two of the cellars',
]
/** Letters of which each fourth says almost the same as the one before it. */
const letters = Array.from({ length: 32 }, (_, i) => {
  const at = i % 4 === 3 ? i - 1 : i
  const text = `I live in ${STREETS[at % 8]}, house ${at + 1}. In our part of the town ${WORRIES[at % 3]}. Please see to it before the month of ${at + 2} is over.`
  return { id: `p-${i}`, title: `Letter ${i}`, text: at === i ? text : `${text} Thank you!` }
})

/** The files that the lines of a README speak of. */
async function makeFiles(into: string): Promise<void> {
  const csv = (rows: typeof letters) => `id,title,text\n${rows.map(({ id, title, text }) => `${id},${title},"${text}"\n`).join('')}`
  mkdirSync(join(into, 'crawl'), { recursive: true })
  mkdirSync(join(into, 'letters'))
  writeLines(join(into, 'docs.jsonl'), letters)
  writeFileSync(join(into, 'letters.csv'), csv(letters))
  const cells = [['id', 'title', 'text'], ...letters.map(({ id, title, text }) => [id, title, text])]
  await writeExcel(cells.map((row) => row.map((value) => ({ value, type: String })))).toFile(join(into, 'letters.xlsx'))
  writeFileSync(join(into, 'a.csv'), csv(letters.slice(0, 16)))
  writeFileSync(join(into, 'b.csv'), csv(letters.slice(8)))
  for (const { id, text } of letters) writeFileSync(join(into, 'letters', `${id}.txt`), text)
  for (const [i, { text }] of letters.slice(2, 4).entries()) writeFileSync(join(into, `${'ab'[i]}.txt`), text)
  for (const part of [0, 1]) {
    const lines = letters.slice(16 * part, 16 * (part + 1)).map((letter) => `${JSON.stringify(letter)}\n`)
    writeFileSync(join(into, 'crawl', `part-${part}.jsonl.gz`), gzipSync(lines.join('')))
  }
}

describe.each([
  { name: 'README.md', locale: 'C.UTF-8' },
  { name: 'README.zh-CN.md', locale: 'zh_CN.UTF-8' },
])('$name', ({ name, locale }) => {
  const readme = readFileSync(join(root, name), 'utf8')
  const here = join(folder, name)
  const lines = [...new Set(linesOf(readme))]
  const env = {
    ...process.env,
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
    LC_ALL: '',
    LANG: locale,
    npm_config_prefer_offline: 'true',
  }
  const shell = (line: string) =>
    spawnSync('bash', ['-c', line], {
      cwd: here,
      // What is not installed must fail, and not be fetched.
      env: line.startsWith('npm ') ? env : { ...env, npm_config_offline: 'true' },
      encoding: 'utf8',
    })
  beforeAll(() => makeFiles(here))

  it('names the lines that are not run, and has many that are', () => {
    expect(lines.filter((line) => NOT_RUN.includes(line)).sort()).toEqual([...NOT_RUN].sort())
    expect(lines.length - NOT_RUN.length).toBeGreaterThan(12)
  })

  // One after the other: some read what another has written.
  it.each(lines.filter((line) => !NOT_RUN.includes(line)))(
    '%s',
    (line) => {
      const { status, stdout, stderr } = shell(line)
      expect(/^leitong compare /.test(line) ? [0, 1] : [0], stdout + stderr).toContain(status)
      if (!line.startsWith('npm ')) expect(stderr).not.toMatch(/warning|警告/i)
      for (const [, written] of line.matchAll(/(?:-o|--report|--removed|--groups|--matches|index add) (\S+)/g))
        expect(statSync(join(here, written as string)).size, written).toBeGreaterThan(0)
    },
    2 * MINUTES,
  )

  it.each(NEED_PACKAGES)('says what %s needs, as a line to be copied', (line) => {
    const { status, stderr } = shell(line)
    expect(status).toBe(3)
    expect(stderr).toMatch(/npm install @?[\w/-]+( @?[\w/-]+)+/)
  })

  it('shows what the evaluation prints, with the default behind no other method', () => {
    const shown = /^ {4}(?!leitong)\S.*labelled.*\n(?: {4}.*\n|\n(?= {4}))+(?=\n\S)/m.exec(readme)?.[0].trimEnd().split('\n') ?? []
    const { stdout } = shell(lines.find((line) => line.startsWith('leitong evaluate')) as string)
    expect(shown.length).toBeGreaterThan(8)
    expect(shown.map((line) => line.slice(4))).toEqual(stdout.split('\n').slice(0, shown.length))
    const f1 = shown.flatMap((line) => / (\d\.\d+) \([^)]*\)$/.exec(line)?.[1] ?? []).map(Number)
    expect(f1[0]).toBe(Math.max(...f1))
  })

  it('has a program that prints what its comments say', () => {
    const [, program = ''] = /^```js\n([\s\S]*?)^```$/m.exec(readme) ?? []
    writeFileSync(join(here, 'program.mjs'), program)
    const { stdout, stderr } = shell('node program.mjs')
    expect(stderr).toBe('')
    expect(stdout.trimEnd().split('\n')).toEqual([...program.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, said]) => said))
  })

  it('shows what the sample prints', () => {
    const timeless = (text: string) => text.replace(/\d+\.\d s|\d+\.\d 秒/, 'TIME')
    const shown = /^ {4}26 [\s\S]*?\n\n(?=\S)/m.exec(readme)?.[0].trimEnd().split('\n') ?? []
    const { stdout } = shell(`leitong dedupe ${join(folder, 'node_modules/leitong/examples/sample.jsonl')}`)
    expect(shown.length).toBeGreaterThan(5)
    for (const line of shown) expect(timeless(stdout).split('\n')).toContain(timeless(line.slice(4)))
  })
})
