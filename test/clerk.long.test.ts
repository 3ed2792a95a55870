/**
 * A clerk's first day: the package as it is published, a Chinese locale, and a workbook as an office has it: a cover sheet, two months of
 * letters with a title above the header, and a stray cell.
 *
 * Oracle   the letters that were written twice, known by hand; read-excel-file over what was written.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from './support/files.js'
import { excelFile, textRow } from './support/office.js'
import { pack } from './support/package.js'

const MINUTES = 60_000
const folder = temporaryFolder()
const at = (name: string) => join(folder, name)

const HEAD = ['编号', '诉求人', '联系电话', '诉求内容', '来信日期']
const PLACES = ['滨江路', '解放街', '人民广场', '东湖小区', '学府路', '长安巷', '建设大街', '青年路']
const MATTERS = [
  '门前的路灯已经坏了三个星期，晚上漆黑一片，老人和孩子都不敢出门，请尽快派人修理',
  '附近的工地每天夜里施工到凌晨两点，噪音很大，居民无法休息，希望有关部门管一管',
  '下水道一下雨就堵，污水漫到人行道上，臭味难闻，反映过多次都没有结果',
  '公交车站的站牌歪倒在路边，候车亭的玻璃也碎了，存在安全隐患，请及时处理',
]
/** What the second month is about. */
const LATER = [
  '小区门口的快递柜挡住了消防通道，万一着火救护车和消防车都开不进来，请督促搬走',
  '孩子上学要穿过一条没有红绿灯的大路，早晚车流很急，请在校门口设置人行横道',
  '老楼加装电梯的事情说了两年还没有动静，六楼的老人下不了楼，请给一个明确的答复',
  '菜市场搬迁以后买菜要走半个多小时，附近几千户居民很不方便，希望恢复便民菜点',
]
const letterOf = (n: number) => `我住在${PLACES[n % 8]}${n + 1}号，${(n > 24 ? LATER : MATTERS)[(n * 3 + (n >> 3)) % 4]}。`
/** Letters of a month; each sixth says again what another has said. */
const month = (first: number, name: string) =>
  Array.from({ length: 24 }, (_, i) => {
    const n = first + i
    const text = i % 6 === 5 ? `${letterOf(n - 1)}谢谢！` : letterOf(n)
    return [
      `${String(n).padStart(5, '0')}`,
      `王${'芳强敏杰丽'[n % 5]}${n}`,
      `0571-${8000 + n}`,
      text,
      `2024-${name}-${String((i % 28) + 1).padStart(2, '0')}`,
    ]
  })
const sheetOf = (title: string, rows: readonly string[][], order: readonly number[]) =>
  [
    textRow(1, [title]),
    textRow(2, ['填报单位', '信访办']),
    textRow(
      3,
      order.map((i) => HEAD[i]),
    ),
    ...rows.map((row, i) =>
      textRow(
        4 + i,
        order.map((place) => row[place]),
      ),
    ),
  ].join('')

const [may, june] = [month(1, '05'), month(25, '06')]
// Two letters of May came again in June.
june[0] = [...(june[0] as string[]).slice(0, 3), `${(may[0] as string[])[3]}`, '2024-06-01']
june[7] = [...(june[7] as string[]).slice(0, 3), `${(may[9] as string[])[3]}请回复。`, '2024-06-08']

let env: NodeJS.ProcessEnv
function leitong(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('npx', ['leitong', ...args], { cwd: folder, env, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

beforeAll(() => {
  writeFileSync(at('package.json'), '{}')
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund']
  execFileSync('npm', [...install, pack(folder)], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  env = { ...process.env, LC_ALL: '', LANG: 'zh_CN.UTF-8', npm_config_offline: 'true' }
  const cover = textRow(1, ['二〇二四年信访件']) + textRow(2, ['填表人', '王科长'])
  const stray = '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t> </t></is></c></row>'
  writeFileSync(
    at('信访.xlsx'),
    excelFile({
      封面: cover,
      五月: sheetOf('2024年5月信访件汇总表', may, [0, 1, 2, 3, 4]),
      六月: sheetOf('2024年6月信访件汇总表', june, [4, 0, 3, 1, 2]) + stray,
    }),
  )
}, 5 * MINUTES)

const NAMES = ['--text-field', '诉求内容', '--id-field', '编号']

it(
  'is told which package writes Excel files, before anything is read',
  () => {
    const { status, said } = leitong('dedupe', '信访.xlsx', ...NAMES, '--sheet', 'all', '--removed', '删除.xlsx')
    expect(status).toBe(3)
    expect(said).toContain('没有安装程序包 write-excel-file，而它是必需的（用途：写出 Excel 文件）')
    const [, line] = /npm install (.*)。/.exec(said) ?? []
    execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', line as string], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  },
  5 * MINUTES,
)

it('is told in which sheet the letters are', () => {
  const { status, said } = leitong('dedupe', '信访.xlsx', ...NAMES)
  expect(status).toBe(2)
  expect(said).toMatch(/没有列 "诉求内容".*工作表“五月”中有此列：--sheet "五月"/)
  expect(said).not.toMatch(/[a-z]{2,} [a-z]{2,} [a-z]{2,}/)
})

it('dedupes all sheets, and gets tables that Excel shows well', async () => {
  const { status, said } = leitong('dedupe', '信访.xlsx', ...NAMES, '--sheet', '五月', '-o', '五月-留.xlsx', '--removed', '五月-删.xlsx')
  expect(status, said).toBe(0)
  expect(said).toContain('表头在第 3 行')
  const removed = (await readSheet(at('五月-删.xlsx'))) as unknown[][]
  expect(removed[0]).toEqual(expect.arrayContaining(['编号', '与之重复的编号', '相似度', '诉求人', '与之重复的诉求人', '联系电话']))
  expect(removed.slice(1).map(([id, other]) => [id, other])).toEqual(
    [5, 11, 17, 23].map((i) => [(may[i] as string[])[0], (may[i - 1] as string[])[0]]),
  )
  const kept = (await readSheet(at('五月-留.xlsx'))) as unknown[][]
  expect(kept[0]?.[0]).toBe('2024年5月信访件汇总表')
  expect(kept[2]).toEqual(HEAD)
  expect(kept).toHaveLength(3 + 24 - 4)
  expect(kept[3]?.[0]).toBe('00001')
})

it('finds what came again in the second month', async () => {
  leitong('dedupe', '信访.xlsx', ...NAMES, '--sheet', '五月', '-o', '五月.csv')
  leitong('dedupe', '信访.xlsx', ...NAMES, '--sheet', '六月', '-o', '六月.xlsx')
  // Below the title that kept rows have as the sheet had it.
  const csv = readFileSync(at('五月.csv'), 'utf8').split('\r\n').slice(2).join('\r\n')
  writeFileSync(at('五月-表.csv'), `\uFEFF${csv}`)
  const { status, said } = leitong(
    'link',
    '五月-表.csv',
    '六月.xlsx',
    ...NAMES,
    '--in',
    '又来.xlsx',
    '--not-in',
    '新增.xlsx',
    '--matches',
    '对照.xlsx',
  )
  expect(status, said).toBe(0)
  const again = (await readSheet(at('又来.xlsx'))) as unknown[][]
  expect(again.slice(3).map((row) => row[1])).toEqual([june[0]?.[0], june[7]?.[0]])
})
