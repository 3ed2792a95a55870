/**
 * The long tests of a cluster read and write HDFS and S3, and run on YARN. This sees that they are there: Hadoop's own servers, and what a Spark needs
 * for `s3a`, both of Maven Central, which checks what it hands over; and moto, a server of S3, of PyPI. Nothing is started here, see
 * test/spark/lakes.ts.
 * With CI=true what is missing is an error; elsewhere the tests that need it are skipped.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CACHE, installDebian, programPath, run } from '../ensure-servers.mjs'
import { installMoto } from './ensure-moto.mjs'

/** The version of Hadoop that the Spark of the tests brings its client of. */
const HADOOP = '3.5.0'
const AWS = '2.40.2'
const BOUNCY_CASTLE = '1.78.1'
const FOLDER = join(CACHE, `lakes-${HADOOP}-${AWS}`)

const artifact = (group, name, version, alone = false) =>
  `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version>${
    alone ? '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>' : ''
  }</dependency>`

/** By folder. Of the client of AWS only the parts that `s3a` asks for: all of it is half a gigabyte. */
const JARS = {
  hadoop: [
    artifact('org.apache.hadoop', 'hadoop-client-minicluster', HADOOP, true),
    // The ResourceManager asks for it.
    ...['bcprov-jdk18on', 'bcpkix-jdk18on'].map((name) => artifact('org.bouncycastle', name, BOUNCY_CASTLE)),
  ],
  s3a: [
    artifact('org.apache.hadoop', 'hadoop-aws', HADOOP, true),
    artifact('software.amazon.s3.analyticsaccelerator', 'analyticsaccelerator-s3', '1.3.1', true),
    ...['s3-transfer-manager', 's3', 'sts', 'kms', 'apache-client'].map((name) => artifact('software.amazon.awssdk', name, AWS)),
  ],
}
/** Spark has these itself, in other versions. */
const OF_SPARK = /^(netty|slf4j)-/

/** Where things are; undefined where they are not all there. */
export function lakes() {
  const [hadoop, s3a] = Object.keys(JARS).map((name) => join(FOLDER, name))
  const moto = join(FOLDER, 'python', 'bin', 'moto_server')
  return [hadoop, s3a, moto].every((path) => existsSync(path)) ? { hadoop, s3a, moto } : undefined
}

function fetchJars(work, name) {
  const folder = join(work, `${name}-pom`)
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'pom.xml'),
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>leitong</groupId><artifactId>${name}</artifactId>
     <version>1</version><dependencies>${JARS[name].join('')}</dependencies></project>`,
  )
  // -C: what does not have the checksum that it should have ends it.
  run('mvn', ['-q', '-B', '-C', '-f', folder, 'dependency:copy-dependencies', `-DoutputDirectory=${join(work, name)}`])
  for (const jar of readdirSync(join(work, name))) if (OF_SPARK.test(jar)) rmSync(join(work, name, jar))
}

function install() {
  mkdirSync(CACHE, { recursive: true })
  const work = mkdtempSync(join(CACHE, 'fetching-'))
  try {
    if (!programPath('mvn')) installDebian('maven')
    for (const name of Object.keys(JARS)) fetchJars(work, name)
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER)
    for (const name of Object.keys(JARS)) renameSync(join(work, name), join(FOLDER, name))
    // Its programs name the folder that they were installed in.
    const python = join(FOLDER, 'python')
    installMoto(python)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function ensureLakes() {
  try {
    if (lakes()) return
    console.log(`no HDFS, S3 and YARN found: fetching Hadoop ${HADOOP} and moto`)
    install()
  } catch (error) {
    console.error(`no HDFS, S3 and YARN: ${error.message.split('\n')[0]}\nInstall Maven and Python 3.`)
    if (process.env.CI === 'true') process.exit(1)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureLakes()
