/** Runs what pages show of a terminal, in a folder with the files that they speak of. */
import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'libsql'
import writeExcel from 'write-excel-file/node'
import { COMMAND, jsonLines } from '../support/files.js'
import { CONSOLE, LEFT_OUT, type Shown, shownIn } from './pages.js'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url).pathname
const EXAMPLES = join(root, 'examples')

const writeTable = (path: string, rows: readonly string[][]) =>
  writeExcel(rows.map((row) => row.map((value) => ({ value, type: String })))).toFile(path)

/** `examples/` of the project, workbooks of its letters and petitions, a table of these, and the command by its name. */
export async function prepare(folder: string): Promise<void> {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const command = join(folder, 'bin', 'leitong')
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`)
  chmodSync(command, 0o755)
  cpSync(EXAMPLES, join(folder, 'examples'), { recursive: true })
  const [names = [], ...rows] = readFileSync(join(EXAMPLES, 'petitions/petitions.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const sheet = [['编号', '姓名', '身份证号', '电话', '区县', '日期', '诉求内容'], ...rows]
  await writeTable(join(folder, '信访.xlsx'), sheet)
  const letters = jsonLines(join(EXAMPLES, 'sample.jsonl')).map(({ id, text }) => [String(id), String(text)])
  await writeTable(join(folder, 'letters.xlsx'), [['No', 'Letter'], ...letters])
  const database = new Database(join(folder, '信访.db'))
  database.exec(`CREATE TABLE petitions (${names.map((name, i) => `${name} TEXT${i ? '' : ' PRIMARY KEY'}`).join(', ')})`)
  const insert = database.prepare(`INSERT INTO petitions VALUES (${names.map(() => "NULLIF(?, '')").join(', ')})`)
  for (const row of rows) insert.run(...row)
  database.close()
}

/** What a command prints, its messages too; times are cut out, which no two runs share. */
async function printedBy(line: string, folder: string, locale: string): Promise<string[]> {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, LC_ALL: '', LANG: locale }
  const { stdout } = await run('bash', ['-c', `{ ${line}\n} 2>&1 || true`], { cwd: folder, env, maxBuffer: 1 << 26 })
  return stdout
    .replace(/\n$/, '')
    .split('\n')
    .map((one) => one.trimEnd())
}

const timeless = (line: string) => line.replace(/[\d.]+(?= 秒|(?<=, in [\d.]+) s\b)/g, 'T').replace(/(?<="seconds":)[\d.]+/, 'T')

/** The first and the last lines, as many as the page shows around what it leaves out. */
function asShown(printed: readonly string[], shown: Shown['printed']): string[] {
  const gap = shown.indexOf(LEFT_OUT)
  if (gap < 0) return [...printed]
  const after = shown.length - gap - 1
  return [...printed.slice(0, gap), LEFT_OUT, ...(after ? printed.slice(-after) : [])]
}

/** The page as its commands print today, in a locale. */
export async function replay(page: string, folder: string, locale: string): Promise<{ shown: string[]; printed: string[]; page: string }> {
  const all = { shown: [] as string[], printed: [] as string[], page }
  for (const [whole, block = ''] of page.matchAll(CONSOLE)) {
    let text = ''
    for (const { line, printed: shown } of shownIn(block)) {
      const printed = asShown(await printedBy(line, folder, locale), shown)
      const kept = printed.join('\n') === '' && !shown.length ? [] : printed
      all.shown.push(`$ ${line}`, ...shown.map(timeless))
      all.printed.push(`$ ${line}`, ...kept.map(timeless))
      // Where only times differ, the page keeps its own.
      const isSame = kept.map(timeless).join('\n') === shown.map(timeless).join('\n')
      text += [`$ ${line}`, ...(isSame ? shown : kept)].map((one) => `${one}\n`).join('')
    }
    all.page = all.page.replace(whole, () => `\`\`\`console\n${text}\`\`\``)
  }
  return all
}
