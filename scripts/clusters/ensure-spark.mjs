/**
 * The tests of a cluster run on a real Apache Spark. This sees that one is there: Java (Debian's package, where none is), and of Spark the
 * jars and scripts of its package on PyPI, taken only with the right hash. Nothing is started here, see test/servers/spark.ts.
 * A Spark that `SPARK_HOME` names is used as it is. With CI=true a missing one is an error; elsewhere the tests that need it are skipped.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CACHE, installDebian, programPath, run } from '../ensure-servers.mjs'

export const SPARK = {
  folder: join(CACHE, 'spark-4.3.0'),
  package: 'pyspark==4.3.0',
  sha256: 'e8c517948eff7088a7aa07449aa8eafa4a15a8d50319de2525a6fd26622476c6',
}

/** The folder of Spark; undefined where there is none, or no Java to run it. */
export function sparkHome() {
  const home = process.env.SPARK_HOME ?? SPARK.folder
  return existsSync(join(home, 'bin', 'spark-submit')) && hasJava() ? home : undefined
}

const hasJava = () => (process.env.JAVA_HOME ? existsSync(join(process.env.JAVA_HOME, 'bin', 'java')) : programPath('java') !== undefined)

async function hashOf(path) {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return hash.digest('hex')
}

async function installSpark() {
  mkdirSync(CACHE, { recursive: true })
  const work = mkdtempSync(join(CACHE, 'fetching-'))
  try {
    const pip = () =>
      run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--no-binary', ':all:', '--dest', work, SPARK.package])
    try {
      pip()
    } catch {
      installDebian('python3-pip', 'python3-setuptools', 'python3-wheel')
      pip()
    }
    const [archive] = readdirSync(work)
    if ((await hashOf(join(work, archive))) !== SPARK.sha256) throw new Error(`${SPARK.package} is not what it should be: its hash differs`)
    const top = `${archive.replace(/\.tar\.gz$/, '')}/deps`
    const home = join(work, 'home')
    mkdirSync(home)
    const parts = ['bin', 'jars', 'sbin'].map((name) => `${top}/${name}`)
    run('tar', ['-xzf', join(work, archive), '-C', home, '--strip-components=2', ...parts])
    rmSync(SPARK.folder, { recursive: true, force: true })
    renameSync(home, SPARK.folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

async function ensureSpark() {
  try {
    if (!hasJava()) installDebian('openjdk-17-jre-headless')
    if (!sparkHome()) {
      console.log(`no Spark found: fetching ${SPARK.package}`)
      await installSpark()
    }
  } catch (error) {
    console.error(`no Spark: ${error.message.split('\n')[0]}\nInstall Java 17 and Apache Spark 4, and name its folder in SPARK_HOME.`)
    if (process.env.CI === 'true') process.exit(1)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureSpark()
