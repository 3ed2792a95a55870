/** Groups as CSV for a spreadsheet: UTF-8 with a byte order mark, one line for each member. */
import { isLink, plainId, type Report } from './data.js'

const quote = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
/** A spreadsheet would take these for formulas. */
const plain = (value: string) => (/^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value)

export async function groupsCsv(report: Report, groups: Iterable<number>): Promise<Blob> {
  const lines = ['\uFEFFgroup,role,id,similarity,distance,name,title,text\r\n']
  for (const group of groups) {
    for (const [i, { id, similarity, distance, title, text, fields, person, side }] of (await report.membersOf(group)).entries()) {
      const content = text ?? fields?.map(([name, value]) => `${name}: ${value}`).join('\n') ?? ''
      const role = isLink(report.data.summary) ? side : i ? 'removed' : 'kept'
      const cells = [group + 1, role ?? '', plainId(id), similarity ?? '', distance ?? '', person ?? '', title, content]
      lines.push(`${cells.map((cell) => quote(typeof cell === 'string' ? plain(cell) : String(cell))).join(',')}\r\n`)
    }
  }
  return new Blob(lines, { type: 'text/csv;charset=utf-8' })
}
