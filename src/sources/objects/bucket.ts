/** URLs of buckets. A key is taken as it is written, without escapes. */
import { ObjectFault } from './object.js'

/** @throws {ObjectFault} */
export function bucketAndKey(url: string): { readonly bucket: string; readonly key: string } {
  const [, bucket, key = ''] = /^[a-z0-9]+:\/\/([^/]+)(?:\/(.*))?$/is.exec(url) ?? []
  if (bucket === undefined) throw new ObjectFault('refused', 'it should look like SCHEME://BUCKET/KEY')
  return { bucket, key }
}
