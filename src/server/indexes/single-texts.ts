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
import { checkOf } from '../routes/check.js'
import type { Answer } from './operations.js'
import { type Given, inLimit, plain } from './request.js'
import { COMPARE_BODY, FINGERPRINT_BODY } from './text-bodies.js'

function bodyOf({ bytes }: Given, check: (body: unknown) => void): Record<string, unknown> {
  let body: unknown
  try {
    body = plain(parseJson(Buffer.from(bytes ?? []).toString()))
  } catch (error) {
    if (error instanceof LeitongError) throw error
    throw new LeitongError('SERVICE_REQUEST', 'the body is not JSON')
  }
  check(body)
  return body as Record<string, unknown>
}

const checkCompare = checkOf(COMPARE_BODY, 'the body')
const checkFingerprint = checkOf(FINGERPRINT_BODY, 'the body')

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
  const body = bodyOf(given, checkCompare)
  const { a, b, differences } = body as { readonly a: string; readonly b: string; readonly differences?: number }
  const asked = resolved(body['options'], 'compare', places)
  const { options, model } = loadModel({ ...asked, method: 'simhash' })
  const result = compare({ text: a }, { text: b }, { ...options, method: asked.method }, model)
  const { least, gap } = SHARED
  const shared = sharedAsData(sharedPassages(a, b, least, gap), least, gap)
  return { body: JSON.stringify({ ...printedComparison(result, differences), shared }), count: 2 }
}

/** As `leitong fingerprint` prints it. */
export function fingerprintRequest(given: Given, places: Readonly<Record<string, string>>): Answer {
  const body = bodyOf(given, checkFingerprint)
  const { documents, texts } = body as { readonly documents?: readonly TextDocument[]; readonly texts?: readonly string[] }
  const items = documents ?? texts
  if (!items || (documents && texts)) throw new LeitongError('SERVICE_REQUEST', 'the body needs a list, "documents" or "texts"')
  const asked = resolved(body['options'], 'fingerprint', places)
  const { options, model } = loadModel(asked)
  const sign = createFingerprinter(options, model)
  const lines = inLimit<string | TextDocument>(items, given).map((item, i) => {
    const { id, text } = typeof item === 'string' ? { id: i, text: item } : item
    const { fingerprint, features } = sign(text)
    return toJson({ id: id ?? i, fingerprint, features })
  })
  return { body: `{"answers":[${lines.join(',')}]}`, count: lines.length }
}

interface TextDocument {
  readonly id?: unknown
  readonly text: string
}
