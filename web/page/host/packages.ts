/** What src/packages.ts finds on disk: here the packages are part of the page. */
import * as htmlparser2 from 'htmlparser2'
import * as jschardet from 'jschardet'
import { LeitongError } from '../../../src/errors.js'

const HERE: Readonly<Record<string, unknown>> = { htmlparser2, jschardet }

/** @throws {LeitongError} `PACKAGE_MISSING` */
export function loadPackage<Package>(name: string, purpose: string): Package {
  if (!Object.hasOwn(HERE, name)) throw new LeitongError('PACKAGE_MISSING', name, purpose)
  return HERE[name] as Package
}
