/** The container file, the compose file and the systemd unit of examples/deploy, taken apart. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export const DEPLOY = new URL('../../examples/deploy/', import.meta.url).pathname
const read = (name: string) => readFileSync(DEPLOY + name, 'utf8')

/** Instructions of the container file in order, their lines joined; `CMD` and the command of `HEALTHCHECK` are lists in JSON. */
export const container = (): [name: string, value: string][] =>
  read('Containerfile')
    .replaceAll(/\\\n\s*/g, '')
    .trim()
    .split('\n')
    .map((line) => {
      const [, name = '', value = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
      if (!name) throw new Error(`no instruction: ${line}`)
      return [name, value]
    })

/** The value of an instruction that stands once. */
export function instruction(wanted: string): string {
  const [[, value] = [], ...more] = container().filter(([name]) => name === wanted)
  if (value === undefined || more.length) throw new Error(`${wanted} stands not once`)
  return value
}

export const cmd = (): string[] => JSON.parse(instruction('CMD'))
export const healthcheck = (): string[] => JSON.parse(instruction('HEALTHCHECK').replace(/^CMD /, ''))
/** Packages that the image has beside Node. */
export const installed = (): string[] => /npm install --global (.*?) &&/.exec(instruction('RUN'))?.[1]?.trim().split(' ') ?? []

export interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly build?: { readonly context: string; readonly dockerfile: string }
        readonly image?: string
        readonly command: readonly string[]
        readonly volumes: readonly string[]
        readonly ports?: readonly string[]
        readonly depends_on?: readonly string[]
      }
    >
  >
  readonly volumes: Readonly<Record<string, object>>
}
export const compose = (): Compose => parse(read('compose.yaml'))

/** Settings of the unit by section and name. */
export function unit(): Record<string, Record<string, string>> {
  const sections: Record<string, Record<string, string>> = {}
  let own: Record<string, string> = {}
  for (const line of read('leitong.service').split('\n').filter(Boolean)) {
    const [, section] = /^\[(\w+)\]$/.exec(line) ?? []
    const [, name, value] = /^([A-Z]\w+)=(.+)$/.exec(line) ?? []
    if (section !== undefined) {
      own = {}
      sections[section] = own
    } else if (name !== undefined) own[name] = value as string
    else throw new Error(`no line of a unit: ${line}`)
  }
  return sections
}
