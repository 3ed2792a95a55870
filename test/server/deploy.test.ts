/**
 * examples/deploy, as far as it can be held against the code without containers and without a running systemd.
 *
 * Oracle   `leitong serve --help` for flags, the settings for values, package.json for packages, a parser of YAML for the compose file, and
 *          `systemd-analyze verify` for the unit where that is installed.
 * Leaves   installing and starting what the container file says: deploy.long.test.ts.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isLoopback, SETTINGS, settingsOf } from '../../src/server/settings.js'
import { cmd, compose, container, DEPLOY, healthcheck, installed, instruction, unit } from '../support/deploy.js'
import { leitong } from '../support/files.js'

const root = new URL('../../', import.meta.url).pathname
const port = SETTINGS.port.default

/** What stands behind a flag of a command. */
const valueBehind = (command: readonly string[], flag: string) => command[command.indexOf(flag) + 1]

describe('examples/deploy', () => {
  it('starts the command with flags and values that it has', async () => {
    const { stdout: help } = await leitong(['serve', '--help'])
    const [path, ...ofUnit] = (unit()['Service']?.['ExecStart'] ?? '').split(' ')
    expect(path).toBe('/usr/bin/env')
    for (const [program, ...command] of [cmd(), compose().services['leitong']?.command ?? [], ofUnit]) {
      expect([program, command[0]]).toEqual(['leitong', 'serve'])
      const flags = command.slice(1).filter((_, i) => i % 2 === 0)
      for (const flag of flags) expect(help).toContain(`${flag} <`)
      const given = Object.fromEntries(flags.map((flag) => [flag.slice(2), valueBehind(command, flag)]))
      // The file of settings is on the machine that it is made for.
      const { config, ...settings } = given
      expect(config === undefined || config.startsWith('/etc/')).toBe(true)
      expect(() => settingsOf(settings)).not.toThrow()
    }
  })

  it('has a container file whose parts belong together', () => {
    const names = container().map(([name]) => name)
    expect(names[0]).toBe('FROM')
    const { peerDependencies, peerDependenciesMeta, engines, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const [, major = ''] = /^node:(\d+)-/.exec(instruction('FROM')) ?? []
    expect(Number(major)).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]))
    expect(bin).toHaveProperty('leitong')
    for (const name of installed()) expect(name === 'leitong' || name in peerDependencies, name).toBe(true)
    expect(Object.keys(peerDependenciesMeta)).toEqual(expect.arrayContaining(installed().slice(1)))
    const page = readFileSync(join(root, 'docs/service.md'), 'utf8')
    const asked = /`npm install (.*?)`/.exec(page)?.[1]?.split(' ')
    expect(installed()).toEqual(expect.arrayContaining([...(asked ?? ['']), 'ioredis']))
    // Who runs it is made before, owns the folder of its data, and asks where it listens.
    const [, user] = /useradd .* (\w+) &&/.exec(instruction('RUN')) ?? []
    expect(instruction('USER')).toBe(user)
    expect(names.indexOf('USER')).toBeGreaterThan(names.indexOf('RUN'))
    const folder = valueBehind(cmd(), '--data')
    expect(instruction('VOLUME')).toBe(folder)
    expect(instruction('RUN')).toContain(`mkdir ${folder} && chown ${user} ${folder}`)
    expect(instruction('EXPOSE')).toBe(String(port))
    expect(isLoopback(valueBehind(cmd(), '--host') ?? '')).toBe(false)
    expect(healthcheck().slice(0, 2)).toEqual(['node', '-e'])
    expect(healthcheck()[2]).toContain(`http://127.0.0.1:${port}/health`)
  })

  it('has a compose file of services, volumes and paths that are there', () => {
    const { services, volumes } = compose()
    expect(Object.keys(services)).toEqual(['leitong', 'redis'])
    const named = Object.values(services).flatMap((one) => one.volumes.map((volume) => volume.split(':')[0] as string))
    expect(named.sort()).toEqual(Object.keys(volumes).sort())
    const { leitong: own, redis } = services
    expect(existsSync(join(DEPLOY, own?.build?.context ?? 'none', own?.build?.dockerfile ?? 'none'))).toBe(true)
    for (const name of own?.depends_on ?? []) expect(services).toHaveProperty(name)
    const command = own?.command ?? []
    expect(own?.volumes[0]?.split(':')[1]).toBe(valueBehind(command, '--data'))
    // Only this machine reaches it; the container listens on all addresses.
    expect(own?.ports).toEqual([`127.0.0.1:${port}:${port}`])
    const store = valueBehind(command, '--store') ?? ''
    expect(services).toHaveProperty(new URL(store.replace('{name}', 'a')).hostname)
    // What docs/stores.md asks of Redis, so that nothing acknowledged is lost.
    expect(redis?.command[0]).toBe('redis-server')
    for (const [flag, value] of [
      ['--appendonly', 'yes'],
      ['--appendfsync', 'always'],
      ['--maxmemory-policy', 'noeviction'],
    ] as const)
      expect(valueBehind(redis?.command ?? [], flag)).toBe(value)
    expect(redis?.volumes[0]?.split(':')[1]).toBe('/data')
  })

  it('has a unit with time for a graceful end, and a folder that it may write to', () => {
    const { Service: service = {}, Install: install = {} } = unit()
    expect(Number(service['TimeoutStopSec'])).toBeGreaterThan(SETTINGS.timeout.default)
    expect(valueBehind((service['ExecStart'] ?? '').split(' '), '--data')).toBe(`/var/lib/${service['StateDirectory']}`)
    expect(install['WantedBy']).toBe('multi-user.target')
  })

  it.skipIf(spawnSync('systemd-analyze', ['--version']).error)('has a unit that systemd takes', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(DEPLOY, 'leitong.service')], { encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
  })

  it.skipIf(spawnSync('redis-server', ['--version']).error)('gives Redis options that it takes', () => {
    const [program = '', ...options] = compose().services['redis']?.command ?? []
    const script = `${program} --port 0 --unixsocket "$PWD/s" --dir "$PWD" ${options.join(' ')} & for i in $(seq 100); do redis-cli -s s ping 2>/dev/null && break; sleep 0.1; done; for name in appendonly appendfsync maxmemory-policy; do redis-cli -s s config get $name; done; redis-cli -s s shutdown nosave; wait`
    const folder = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim()
    const told = execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })
    expect(told).toMatch(/appendonly\s+yes\s+appendfsync\s+always\s+maxmemory-policy\s+noeviction/)
  })
})
