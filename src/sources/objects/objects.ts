/** The stores of objects, by the scheme of a URL. */
import { google } from './google.js'
import { huggingFace } from './hugging-face.js'
import type { ObjectStore } from './object.js'
import { s3 } from './s3.js'
import { web } from './web.js'

const STORES: readonly ObjectStore[] = [s3, google, web, huggingFace]

/** @returns undefined for what is no URL of an object */
export function storeOf(url: string): ObjectStore | undefined {
  const scheme = /^([a-z0-9]+):\/\//i.exec(url)?.[1]?.toLowerCase()
  return scheme === undefined ? undefined : STORES.find(({ schemes }) => schemes.includes(scheme))
}

/** @example isObjectUrl('s3://crawl/2024/a.jsonl.gz') // true */
export const isObjectUrl = (input: string): boolean => storeOf(input) !== undefined
