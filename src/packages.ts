/**
 * Packages that are loaded when they are needed, and files of this one. Both are looked for while a program runs, so that a bundler leaves
 * them out of what it makes: native parts and threads have to stand on disk.
 */
import { existsSync } from 'node:fs'
// By its name webpack knows createRequire, and would look for the packages while it builds.
import nodeModule from 'node:module'
import { pathToFileURL } from 'node:url'
import { LeitongError } from './errors.js'

/** A bundle in CommonJS has no address of a module; there the name of its file is known. */
const HERE = import.meta.url || pathToFileURL(__filename).href
const require = nodeModule.createRequire(HERE)
const DIST = new URL('./', HERE)
const nameOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')

/**
 * A package as `require` gives it.
 *
 * @param purpose  what needs it, in words that follow "to"
 * @param names    all that this needs, where it is more than the one
 * @throws {LeitongError} `PACKAGE_MISSING`
 * @example loadPackage<typeof import('pg')>('pg', 'read PostgreSQL').Client
 */
export function loadPackage<Package>(name: string, purpose: string, names = nameOf(name)): Package {
  try {
    return require(name) as Package
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    throw new LeitongError('PACKAGE_MISSING', names, purpose)
  }
}

/**
 * The path of a file of a package.
 *
 * @param names  all that this needs, where it is more than the one
 * @throws {LeitongError} `PACKAGE_MISSING`
 */
export function packageFile(file: string, purpose: string, names = nameOf(file)): string {
  try {
    return require.resolve(file)
  } catch {
    throw new LeitongError('PACKAGE_MISSING', names, purpose)
  }
}

/**
 * A file of this package by its place below dist: beside this module, or, of a program that was bundled, in the package that is installed.
 *
 * @throws {LeitongError} `PACKAGE_MISSING`
 */
export function ownFile(path: string): URL {
  const beside = new URL(path, DIST)
  if (existsSync(beside)) return beside
  return new URL(`../${path}`, pathToFileURL(packageFile('leitong', 'start threads and write reports')))
}
