/** Reads the start of a file in the browser. It is loaded when a file is dropped: it is larger than the rest of the page. */
import { LeitongError } from '../../../src/errors.js'
import { heldBytes } from '../../../src/page/bytes.js'
import { Container } from '../../../src/page/container.js'
import type { Source } from '../../../src/page/source.js'
import type { Language } from '../../language.js'
import { saidIn } from '../../said.js'

/** @throws {Error} in the language of the page */
export async function openHead(name: string, bytes: Uint8Array, sheet: string | undefined, language: Language): Promise<Source> {
  try {
    return await Container.open(name, heldBytes(bytes), sheet)
  } catch (error) {
    if (!(error instanceof LeitongError)) throw error
    const { message, remedy } = saidIn(error, language)
    throw new Error(`${message} ${remedy}`)
  }
}
