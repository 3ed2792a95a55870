/** What clusters stand on, as servers on loopback: HDFS and YARN, which are Hadoop's own, and S3. */
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lakes } from '../../scripts/clusters/ensure-lakes.mjs'
import { sparkHome } from '../../scripts/clusters/ensure-spark.mjs'
import { programPath } from '../../scripts/ensure-servers.mjs'
import { freePorts, type Home } from '../servers/server.js'
import { startConnect, untilListens } from '../servers/spark.js'

export interface Lake {
  /** Where folders are, without a slash at the end. */
  readonly root: string
  /** A folder of settings for Hadoop, and for a Spark (in SPARK_CONF_DIR) that is to reach it. */
  readonly settings: string
}

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
  const java = programPath('java') as string
  await home.run(java, [...hadoop(conf, 'hdfs.server.namenode.NameNode'), '-format', '-nonInteractive'])
  home.start(java, hadoop(conf, 'hdfs.server.namenode.NameNode'), 'SIGKILL')
  await untilListens(home, node)
  home.start(java, hadoop(conf, 'hdfs.server.datanode.DataNode'), 'SIGKILL')
  await untilListens(home, ipc)
  // The client of Hadoop that Spark has knows HDFS.
  return { root: `hdfs://${at(node)}`, settings: conf }
}

/** Arguments of Java for one of Hadoop's servers. */
function hadoop(conf: string, name: string): string[] {
  const spark = join(sparkHome() as string, 'jars')
  const own = (lakes() as { hadoop: string }).hadoop
  const ofSpark = readdirSync(spark).filter((jar) => /^(hadoop-client|slf4j-api|log4j|jcl-over)/.test(jar))
  const classes = [conf, join(own, '*'), ...ofSpark.map((jar) => join(spark, jar))].join(':')
  return ['-Xmx256m', '-cp', classes, `org.apache.hadoop.${name}`]
}

/**
 * YARN of one node, and on it the driver of two executors.
 *
 * @param hdfs  its file system, whose settings it adds its own to
 * @returns     the engine
 */
export async function startYarn(home: Home, { settings: conf }: Lake): Promise<string> {
  const ports = await freePorts(9)
  const at = (i: number) => `127.0.0.1:${ports[i]}`
  const managers = ['address', 'scheduler.address', 'resource-tracker.address', 'admin.address', 'webapp.address']
  const nodes = ['address', 'localizer.address', 'webapp.address', 'collector-service.address']
  writeSettings(join(conf, 'yarn-site.xml'), {
    ...Object.fromEntries(managers.map((name, i) => [`yarn.resourcemanager.${name}`, at(i)])),
    ...Object.fromEntries(nodes.map((name, i) => [`yarn.nodemanager.${name}`, at(managers.length + i)])),
    'yarn.nodemanager.local-dirs': home.folder('yarn-local'),
    'yarn.nodemanager.log-dirs': home.folder('yarn-logs'),
    'yarn.nodemanager.resource.memory-mb': '6000',
    'yarn.nodemanager.resource.cpu-vcores': '4',
    'yarn.nodemanager.vmem-check-enabled': 'false',
    'yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage': '100',
    'yarn.scheduler.minimum-allocation-mb': '128',
    'yarn.resourcemanager.scheduler.class': 'org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler',
  })
  const java = programPath('java') as string
  home.start(java, hadoop(conf, 'yarn.server.resourcemanager.ResourceManager'), 'SIGKILL')
  await untilListens(home, ports[0] as number)
  // Asked to end, it ends what runs in its containers, which are no children of it.
  home.start(java, hadoop(conf, 'yarn.server.nodemanager.NodeManager'), 'SIGTERM')
  await untilListens(home, ports[managers.length] as number)
  const memory = [
    'spark.executor.memory=700m',
    'spark.executor.memoryOverhead=700m',
    'spark.yarn.am.memory=512m',
    'spark.executor.instances=2',
  ]
  return startConnect(
    home,
    'yarn',
    memory.flatMap((setting) => ['--conf', setting]),
    { HADOOP_CONF_DIR: conf },
  )
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
