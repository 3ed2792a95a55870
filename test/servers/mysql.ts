import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import mysql from 'mysql2/promise'
import { cacheMegabytes, freePorts, missingProgram, program, type TestServer } from './server.js'

/** MariaDB: Debian's MySQL. */
export const mariadb: TestServer = {
  variable: 'MYSQL',
  users: ['mysql'],
  missing: () => missingProgram('mariadbd'),
  async start(home, durable = false) {
    const password = randomUUID()
    const [port] = await freePorts(1)
    // An eighth: a log that is full makes every write wait.
    const log = `--innodb-log-file-size=${cacheMegabytes() / 8}M`
    const data = home.folder('data')
    const tmp = home.folder('tmp')
    await home.run(program('mariadb-install-db'), [
      ...['--no-defaults', `--datadir=${data}`, `--tmpdir=${tmp}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
      log,
    ])
    const init = join(home.path, 'init.sql')
    writeFileSync(
      init,
      `CREATE DATABASE leitong CHARACTER SET utf8mb4;
CREATE USER leitong@'127.0.0.1' IDENTIFIED BY '${password}';
GRANT ALL ON *.* TO leitong@'127.0.0.1' WITH GRANT OPTION;
`,
    )
    home.start(
      program('mariadbd'),
      [
        ...['--no-defaults', `--datadir=${data}`, `--tmpdir=${tmp}`, `--socket=${home.path}/socket`, `--pid-file=${home.path}/pid`],
        ...['--bind-address=127.0.0.1', `--port=${port}`, `--init-file=${home.own(init)}`, '--skip-name-resolve', '--skip-log-bin'],
        ...[log, `--innodb-buffer-pool-size=${cacheMegabytes()}M`, '--max-allowed-packet=64M'],
        ...(durable ? [] : ['--innodb-flush-log-at-trx-commit=0', '--sync-frm=0', '--skip-innodb-doublewrite']),
      ],
      'SIGKILL',
    )
    const url = `mysql://leitong:${password}@127.0.0.1:${port}/leitong`
    await home.until(async () => {
      const client = await mysql.createConnection(url)
      await client.end()
    })
    return url
  },
}
