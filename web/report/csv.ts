/** Groups as CSV for a spreadsheet: UTF-8 with a byte order mark, one line for each member. */
import { plainId, type Report } from './data.js'

const quote = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
/** A spreadsheet would take these for formulas. */
const plain = (value: string) => (/^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value)

export async function groupsCsv(report: Report, groups: readonly number[]): Promise<Blob> {
  const lines = ['\uFEFFgroup,role,id,similarity,distance,title,text\r\n']
  for (const group of groups) {
    for (const [i, { id, similarity, distance, title, text, fields }] of (await report.membersOf(group)).entries()) {
      const content = text ?? fields?.map(([name, value]) => `${name}: ${value}`).join('\n') ?? ''
      const cells = [group + 1, i ? 'removed' : 'kept', plainId(id), similarity ?? '', distance ?? '', title, content]
      lines.push(`${cells.map((cell) => quote(typeof cell === 'string' ? plain(cell) : String(cell))).join(',')}\r\n`)
    }
  }
  return new Blob(lines, { type: 'text/csv;charset=utf-8' })
}

export function download(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
