/** `gs://BUCKET/KEY`: Google Cloud Storage, with the credentials of its own tools where there are any, and without for what is public. */
import { LeitongError } from '../../errors.js'
import { loadPackage } from '../../packages.js'
import { bucketAndKey } from './bucket.js'
import { type ListedObject, ObjectFault, type ObjectStore } from './object.js'
import { askJson, type Headers } from './request.js'
import { behindHttp } from './web.js'

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only'

function endpoint(): string {
  const emulator = process.env['STORAGE_EMULATOR_HOST']
  if (!emulator) return 'https://storage.googleapis.com'
  return (emulator.includes('://') ? emulator : `http://${emulator}`).replace(/\/+$/, '')
}

type Auth = import('google-auth-library').GoogleAuth
let auth: Auth | undefined

/** What opens a bucket; an emulator and public buckets ask for nothing. */
async function secret(): Promise<Headers> {
  if (process.env['STORAGE_EMULATOR_HOST']) return {}
  try {
    if (!auth) {
      const { GoogleAuth } = loadPackage<typeof import('google-auth-library')>('google-auth-library', 'read gs:// with credentials')
      auth = new GoogleAuth({ scopes: SCOPE })
    }
    const token = await auth.getAccessToken()
    return token ? { authorization: `Bearer ${token}` } : {}
  } catch (error) {
    if (!process.env['GOOGLE_APPLICATION_CREDENTIALS']) return {}
    // Someone who names credentials wants them to be used.
    if (error instanceof LeitongError) throw error
    throw new ObjectFault('refused', 'the credentials of GOOGLE_APPLICATION_CREDENTIALS give no access')
  }
}

interface Page {
  readonly items?: readonly { readonly name: string }[]
  readonly nextPageToken?: string
}

export const google: ObjectStore = {
  schemes: ['gs'],
  nameOf: (url) => url,
  ...behindHttp({
    async addressOf(url) {
      const { bucket, key } = bucketAndKey(url)
      const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/')
      // Packed objects come as they lie there, and ranges of them count their own bytes.
      return { href: `${endpoint()}/${path}`, headers: { 'accept-encoding': 'gzip' }, secret: await secret() }
    },
    versionOf: (headers) => headers['x-goog-generation']?.toString() ?? headers.etag,
    ifVersion: (version) => (/^\d+$/.test(version) ? { 'x-goog-if-generation-match': version } : { 'if-match': version }),
  }),

  async *list(prefix): AsyncGenerator<ListedObject> {
    const { bucket, key } = bucketAndKey(prefix)
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query = new URLSearchParams({ prefix: key, fields: 'items(name),nextPageToken', ...(token ? { pageToken: token } : {}) })
      const href = `${endpoint()}/storage/v1/b/${encodeURIComponent(bucket)}/o?${query}`
      const page = (await askJson({ href, secret: await secret() })).value as Page
      for (const { name } of page.items ?? []) yield { url: `gs://${bucket}/${name}` }
      token = page.nextPageToken
    }
  },
}
