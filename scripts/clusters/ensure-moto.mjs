/**
 * Tests of `s3://` talk to moto, a server of S3 from PyPI. This sees that it is there, in an environment of its own. Nothing is started here, see
 * test/sources/objects/moto.ts. With CI=true a missing one is an error; elsewhere the tests that need it say why they are skipped.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CACHE, installDebian, run } from '../ensure-servers.mjs'

/** moto, and each package that it needs for S3, by its version. */
export const MOTO = fileURLToPath(new URL('moto.txt', import.meta.url))
const FOLDER = join(CACHE, 'moto-5.2.5')

/** The path of the server; undefined where it is not installed. */
export function motoServer() {
  const path = join(FOLDER, 'bin', 'moto_server')
  return existsSync(path) ? path : undefined
}

/** Makes an environment of Python with moto in a folder. */
export function installMoto(folder) {
  const venv = () => run('python3', ['-m', 'venv', folder])
  try {
    venv()
  } catch {
    installDebian('python3-venv')
    venv()
  }
  run(join(folder, 'bin', 'pip'), ['install', '--quiet', '--no-deps', '-r', MOTO])
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !motoServer())
  try {
    installMoto(FOLDER)
  } catch (error) {
    rmSync(FOLDER, { recursive: true, force: true })
    console.error(`no server of S3: ${error.message.split('\n')[0]}\nInstall Python 3.`)
    if (process.env.CI === 'true') process.exit(1)
  }
