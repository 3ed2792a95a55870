/** Excel files that are written, by the optional package write-excel-file. */
import { LeitongError } from '../../../errors.js'
import { loadPackage, packageFile } from '../../../packages.js'
import { requireFitting, type WrittenSheet } from './written-sheets.js'

const PACKAGE = 'write-excel-file/node'
const PURPOSE = 'write Excel files'

/** @throws {LeitongError} `PACKAGE_MISSING` */
export function requireExcelWriter(): void {
  packageFile(PACKAGE, PURPOSE)
}

/** @throws {LeitongError} `PACKAGE_MISSING`, `OUTPUT_WRITE` */
export async function writeWorkbook(to: string, sheets: WrittenSheet[]): Promise<void> {
  const write = loadPackage<typeof import('write-excel-file/node')>(PACKAGE, PURPOSE).default
  requireFitting(to, sheets)
  try {
    await write(sheets).toFile(to)
  } catch (error) {
    throw new LeitongError('OUTPUT_WRITE', to, (error as Error).message)
  }
}
