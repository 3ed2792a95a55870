/** What methods that sign texts share. */
import type { Form } from '../options/methods.js'
import { Fingerprinter } from '../signing/fingerprinter.js'
import type { Collected, Method } from './method.js'

export const signerOf =
  (form: Form): Method['createSigner'] =>
  (options, content, model, kernel) =>
    new Fingerprinter(form, options, content, model, kernel)

export const NOTHING_COLLECTED: Collected = { postings: undefined, features: undefined }
