/** Requests that need no index: two texts compared, texts signed. */
import { LeitongError } from '../../errors.js'
import { compare, printedComparison } from '../../jobs/compare.js'
import { loadModel } from '../../methods/corpus-model.js'
import { createFingerprinter } from '../../methods/fingerprint.js'
import type { CommandName } from '../../options/commands.js'
import type { Options } from '../../options/options.js'
import { NO_MACHINE } from '../../options/running.js'
import { parseJson, toJson } from '../../reading/whole-numbers-json.js'
import { SHARED, sharedAsData, sharedPassages } from '../../repeating/shared-passages.js'
import { resolveOptions } from '../../resolving/resolve.js'
import { takeOptions } from '../options.js'
import type { Answer } from './operations.js'
import { type Given, inLimit, plain } from './request.js'

const refuse = (what: string): never => {
  throw new LeitongError('SERVICE_REQUEST', what)
}

function bodyOf({ bytes }: Given): Record<string, unknown> {
  let body: unknown
  try {
    body = parseJson(Buffer.from(bytes ?? []).toString())
  } catch {
    return refuse('the body is not JSON')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse('the body is no object')
  return plain(body) as Record<string, unknown>
}

function known(body: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  for (const name of Object.keys(body)) if (!names.includes(name)) refuse(`"${name}" is not known here`)
}

const resolved = (given: unknown, command: CommandName, places: Readonly<Record<string, string>>): Options =>
  resolveOptions(
    [
      { values: { method: 'simhash' }, where: '' },
      { values: takeOptions(given, command, places), where: 'in the options' },
    ],
    NO_MACHINE,
  )

/** As `leitong compare --json` prints it. */
export function compareRequest(given: Given, places: Readonly<Record<string, string>>): Answer {
  const body = bodyOf(given)
  known(body, ['a', 'b', 'options', 'differences'])
  const { a, b, differences } = body
  if (typeof a !== 'string' || typeof b !== 'string') return refuse('"a" and "b" are texts')
  if (differences !== undefined && !(Number.isInteger(differences) && (differences as number) >= 0))
    return refuse('"differences" is a whole number')
  const asked = resolved(body['options'], 'compare', places)
  const { options, model } = loadModel({ ...asked, method: 'simhash' })
  const result = compare({ text: a }, { text: b }, { ...options, method: asked.method }, model)
  const { least, gap } = SHARED
  const shared = sharedAsData(sharedPassages(a, b, least, gap), least, gap)
  return { body: JSON.stringify({ ...printedComparison(result, differences as number | undefined), shared }), count: 2 }
}

/** As `leitong fingerprint` prints it. */
export function fingerprintRequest(given: Given, places: Readonly<Record<string, string>>): Answer {
  const body = bodyOf(given)
  known(body, ['documents', 'texts', 'options'])
  const { documents, texts } = body
  const items = documents ?? texts
  if ((documents === undefined) === (texts === undefined) || !Array.isArray(items))
    return refuse('the body needs a list, "documents" or "texts"')
  const asked = resolved(body['options'], 'fingerprint', places)
  const { options, model } = loadModel(asked)
  const sign = createFingerprinter(options, model)
  const lines = inLimit(items as unknown[], given).map((item, i) => {
    const { id, text } = typeof item === 'string' ? { id: i, text: item } : (item as { id?: unknown; text?: unknown })
    if (typeof text !== 'string') return refuse(`number ${i} has no text`)
    const { fingerprint, features } = sign(text)
    return toJson({ id: id ?? i, fingerprint, features })
  })
  return { body: `{"answers":[${lines.join(',')}]}`, count: lines.length }
}
