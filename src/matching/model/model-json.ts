/** A model as JSON, and its name. Apart from `modelFromJson`, which needs all kinds of fields: who only writes a model loads none of them. */
import { xxh64 } from '../../hashing/xxh64.js'

/** 64 bits over what the model says, as 16 hexadecimal digits: it names the model in signatures. */
export const modelChecksum = (model: object): string =>
  (xxh64(new TextEncoder().encode(JSON.stringify(model)), 0n) as bigint).toString(16).padStart(16, '0')

export const modelToJson = (model: object): string => `${JSON.stringify({ checksum: modelChecksum(model), ...model }, null, 1)}\n`
