/** File systems of clusters, each a server on loopback: HDFS, with Hadoop's own NameNode and DataNode, and S3. */
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lakes } from '../../scripts/ensure-lakes.mjs'
import { programPath } from '../../scripts/ensure-servers.mjs'
import { sparkHome } from '../../scripts/ensure-spark.mjs'
import { freePorts, type Home } from '../servers/server.js'
import { untilListens } from '../servers/spark.js'

export interface Lake {
  /** Where folders are, without a slash at the end. */
  readonly root: string
  /** A folder of settings for Hadoop, and for a Spark (in SPARK_CONF_DIR) that is to reach it. */
  readonly settings: string
}

const jarsOf = (folder: string, names = /\.jar$/) => readdirSync(folder).filter((name) => names.test(name))

/** A file of settings as Hadoop reads it. */
function writeSettings(path: string, properties: Readonly<Record<string, string>>): void {
  const all = Object.entries(properties).map(([name, value]) => `<property><name>${name}</name><value>${value}</value></property>`)
  writeFileSync(path, `<configuration>${all.join('')}</configuration>`)
}

/** HDFS of one node. */
export async function startHdfs(home: Home): Promise<Lake> {
  const [node = 0, http = 0, data = 0, dataHttp = 0, ipc = 0] = await freePorts(5)
  const at = (port: number) => `127.0.0.1:${port}`
  const conf = home.folder('hdfs')
  writeSettings(join(conf, 'core-site.xml'), { 'fs.defaultFS': `hdfs://${at(node)}` })
  writeSettings(join(conf, 'hdfs-site.xml'), {
    'dfs.replication': '1',
    'dfs.namenode.name.dir': `file://${home.folder('names')}`,
    'dfs.datanode.data.dir': `file://${home.folder('blocks')}`,
    'dfs.namenode.rpc-address': at(node),
    'dfs.namenode.http-address': at(http),
    'dfs.datanode.address': at(data),
    'dfs.datanode.http.address': at(dataHttp),
    'dfs.datanode.ipc.address': at(ipc),
    'dfs.permissions.enabled': 'false',
  })
  const spark = join(sparkHome() as string, 'jars')
  const own = (lakes() as { hdfs: string }).hdfs
  const classes = [
    conf,
    ...jarsOf(own).map((jar) => join(own, jar)),
    ...jarsOf(spark, /^(hadoop-client|slf4j-api|log4j|jcl-over)/).map((jar) => join(spark, jar)),
  ].join(':')
  const java = programPath('java') as string
  const server = (name: string) => ['-Xmx256m', '-cp', classes, `org.apache.hadoop.hdfs.server.${name}`]
  await home.run(java, [...server('namenode.NameNode'), '-format', '-nonInteractive'])
  home.start(java, server('namenode.NameNode'), 'SIGKILL')
  await untilListens(home, node)
  home.start(java, server('datanode.DataNode'), 'SIGKILL')
  await untilListens(home, ipc)
  // The client of Hadoop that Spark has knows HDFS.
  const settings = home.folder('spark-hdfs')
  writeSettings(join(settings, 'core-site.xml'), {})
  return { root: `hdfs://${at(node)}`, settings }
}

/** A server of S3 with an empty bucket. */
export async function startS3(home: Home): Promise<Lake> {
  const { moto, s3a } = lakes() as { moto: string; s3a: string }
  const [port = 0] = await freePorts(1)
  home.start(moto, ['-H', '127.0.0.1', '-p', String(port)], 'SIGKILL')
  await untilListens(home, port)
  const made = await fetch(`http://127.0.0.1:${port}/lake`, { method: 'PUT' })
  if (!made.ok) throw new Error(`no bucket: ${made.status}`)
  const settings = home.folder('spark-s3')
  const of = {
    'fs.s3a.endpoint': `http://127.0.0.1:${port}`,
    'fs.s3a.endpoint.region': 'us-east-1',
    'fs.s3a.path.style.access': 'true',
    'fs.s3a.access.key': 'test',
    'fs.s3a.secret.key': 'test',
    'fs.s3a.connection.ssl.enabled': 'false',
  }
  writeSettings(join(settings, 'core-site.xml'), of)
  const lines = Object.entries(of).map(([name, value]) => `spark.hadoop.${name} ${value}\n`)
  writeFileSync(join(settings, 'spark-defaults.conf'), `spark.driver.extraClassPath ${s3a}/*\n${lines.join('')}`)
  return { root: 's3a://lake', settings }
}

/** Copies files or folders by Hadoop's own shell, with the client of Spark. */
export function copy({ settings }: Lake, from: string, to: string): void {
  const classes = [settings, join(sparkHome() as string, 'jars', '*'), join((lakes() as { s3a: string }).s3a, '*')].join(':')
  execFileSync(programPath('java') as string, ['-cp', classes, 'org.apache.hadoop.fs.FsShell', '-cp', from, to], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}
