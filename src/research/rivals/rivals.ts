/** The shelf: every rival by its name. */
import { bitmap } from './bitmap.js'
import { boolean } from './boolean.js'
import { digest } from './digest.js'
import { featureCode } from './feature-code.js'
import { iMatch } from './i-match.js'
import { minhashLsh } from './minhash-lsh.js'
import type { Rival } from './rival.js'
import { scam } from './scam.js'
import { shingle } from './shingle.js'
import { simhash, simhashWords } from './simhash.js'
import { singlePass } from './single-pass.js'
import { superShingle } from './super-shingle.js'
import { probe, store } from './variants.js'
import { euclidean, hamming } from './vectors.js'
import { vsm } from './vsm.js'

const ALL = [
  shingle,
  superShingle,
  iMatch,
  vsm,
  euclidean,
  hamming,
  scam,
  boolean,
  featureCode,
  bitmap,
  minhashLsh,
  digest,
  simhash,
  simhashWords,
  singlePass,
  probe,
  store,
] as unknown as readonly Rival[]

export const RIVALS: ReadonlyMap<string, Rival> = new Map(ALL.map((rival) => [rival.name, rival]))
