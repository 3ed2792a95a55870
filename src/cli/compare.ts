/** `leitong compare`: two texts. */
import { existsSync, readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { ExitCode, LeitongError } from '../errors.js'
import { type Comparison, compare } from '../jobs/compare.js'
import type { Options } from '../options/options.js'
import { loadModel } from '../signing/corpus-model.js'
import { decodeFile } from '../sources/formats/encoding.js'
import { isDocument } from '../sources/formats/format.js'
import { FORMATS, formatOf } from '../sources/formats/formats.js'
import { addOptions, parseOptions } from './flags.js'

export function compareCommand(): Command {
  const command = new Command('compare')
    .description('two texts: how alike they are and why; exits with 1 when they are not similar')
    .argument('<a>', 'a file, or - for standard input')
    .argument('<b>', 'another file')
    .addOption(new Option('--texts', 'A and B are the texts themselves'))
    .addOption(new Option('--json', 'everything as one JSON object'))
  addOptions(command, 'compare')
  return command.action((a: string, b: string) => {
    const { options: given, other } = parseOptions(command, ['texts', 'json'])
    const [left, right] = other['texts'] ? [a, b] : [readText(a, given), readText(b, given)]
    const { options, model } = loadModel({ ...given, method: 'simhash' })
    const result = compare(left, right, { ...options, method: given.method }, model)
    process.stdout.write(other['json'] ? `${JSON.stringify(result)}\n` : describe(result))
    process.exitCode = result.similar ? ExitCode.done : ExitCode.different
  })
}

function readText(path: string, { format, encoding }: Options): string {
  if (path !== '-' && !existsSync(path)) throw new LeitongError('SOURCE_MISSING', path)
  let bytes: Buffer
  try {
    bytes = readFileSync(path === '-' ? 0 : path)
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
  const known = format === 'auto' ? (formatOf(path) ?? FORMATS.txt) : FORMATS[format]
  if (!isDocument(known)) throw new LeitongError('SOURCE_READ', path, `${known.name} holds many documents; compare takes two texts`)
  return known.decode(decodeFile(path, bytes, encoding)).text
}

const COLOR = process.stdout.isTTY === true && !process.env['NO_COLOR']
const paint = (text: string, code: number) => (COLOR ? `\x1b[${code}m${text}\x1b[0m` : text)
// Texts must not reach the terminal with control characters of their own.
const plain = (text: string) => text.replace(/[^\P{Cc}\n\t]/gu, '�')

function describe({
  similar,
  similarity,
  measure,
  threshold,
  measures,
  fingerprints,
  distance,
  bits,
  estimate,
  numPerm,
  explanation,
}: Comparison): string {
  const percent = (value: number) => value.toFixed(4)
  const { counts, passages } = explanation
  const lines = [
    `${similar ? 'similar' : 'not similar'}: ${measure} ${percent(similarity)}, threshold ${threshold}`,
    `  ${Object.entries(measures)
      .map(([name, value]) => `${name} ${percent(value)}`)
      .join(', ')}`,
    `  features: ${counts.shared} shared, ${counts.onlyLeft} only in A, ${counts.onlyRight} only in B`,
    `  fingerprints: ${fingerprints.map((hex) => (bits > 32 ? hex : binary(hex, bits))).join(' and ')}`,
    `  signatures: simhash ${distance} of ${bits} bits apart, minhash estimates ${percent(estimate)} with ${numPerm} positions`,
    '',
  ]
  const shown = passages.map(({ kind, left, right }, i) => {
    if (kind === 'equal') return plain(shorten(left, i === 0, i === passages.length - 1))
    return `${left ? paint(`[-${plain(left)}-]`, 31) : ''}${right ? paint(`{+${plain(right)}+}`, 32) : ''}`
  })
  return `${lines.join('\n')}${passages.length > 1 || passages[0]?.kind === 'changed' ? `${shown.join('')}\n` : ''}`
}

const binary = (hex: string, bits: number) => Number.parseInt(hex, 16).toString(2).padStart(bits, '0')

/** A long equal passage, its middle left out. */
function shorten(text: string, isFirst: boolean, isLast: boolean): string {
  const around = 60
  if (text.length <= around * 2) return text
  return `${isFirst ? '' : text.slice(0, around)} … ${isLast ? '' : text.slice(-around)}`
}
