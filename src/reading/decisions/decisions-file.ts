/** A file of decisions: JSON lines that are only appended to. */
import { readFileSync } from 'node:fs'
import { type Act, checkAct } from '../../deciding/acts.js'
import { LeitongError } from '../../errors.js'
import { parseJson } from '../whole-numbers-json.js'

/**
 * Reads the acts of a file. A last line without its end is the rest of an act that a crash interrupted before it was acknowledged: it is left out.
 *
 * @throws {LeitongError} `SOURCE_READ`, `DECISIONS_FILE`
 */
export function readDecisions(path: string): Act[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
  return parseDecisions(text, path)
}

/** @param name  of the file, in messages */
export function parseDecisions(text: string, name: string): Act[] {
  const acts: Act[] = []
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  whole.split('\n').forEach((line, i) => {
    if (!line.trim()) return
    let value: unknown
    try {
      value = parseJson(line)
    } catch (error) {
      throw new LeitongError('DECISIONS_FILE', `${name}:${i + 1}`, (error as Error).message)
    }
    const act = checkAct(value)
    if (typeof act === 'string') throw new LeitongError('DECISIONS_FILE', `${name}:${i + 1}`, act)
    acts.push(act)
  })
  return acts
}
