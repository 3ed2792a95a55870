/** `hf://datasets/OWNER/NAME/PATH`, with `NAME@REVISION` for another branch, tag or commit than `main`: files of datasets on a hub of Hugging Face. */
import { type ListedObject, ObjectFault, type ObjectStore } from './object.js'
import { type Address, askJson } from './request.js'
import { behindHttp } from './web.js'

const endpoint = () => (process.env['HF_ENDPOINT'] || 'https://huggingface.co').replace(/\/+$/, '')

/** The token goes to the hub alone: requests do not take it along to where a file really lies. */
function opened(href: string): Address {
  const token = process.env['HF_TOKEN']
  return { href, ...(token ? { secret: { authorization: `Bearer ${token}` } } : {}) }
}

/** @throws {ObjectFault} */
function partsOf(url: string) {
  const [, owner, name, revision = 'main', path = ''] = /^hf:\/\/datasets\/([^/@]+)\/([^/@]+)(?:@([^/]+))?(?:\/(.*))?$/is.exec(url) ?? []
  if (owner === undefined || name === undefined) throw new ObjectFault('refused', 'it should look like hf://datasets/OWNER/NAME/PATH')
  return { owner, name, revision, path, root: url.slice(0, url.length - path.length).replace(/\/*$/, '/') }
}

const escaped = (path: string) => path.split('/').map(encodeURIComponent).join('/')

interface Entry {
  readonly type: string
  readonly path: string
}

export const huggingFace: ObjectStore = {
  schemes: ['hf'],
  nameOf: (url) => url,
  ...behindHttp({
    addressOf(url) {
      const { owner, name, revision, path } = partsOf(url)
      return opened(`${endpoint()}/datasets/${owner}/${name}/resolve/${encodeURIComponent(revision)}/${escaped(path)}`)
    },
  }),

  async *list(prefix): AsyncGenerator<ListedObject> {
    const { owner, name, revision, path, root } = partsOf(prefix)
    // Listings are of folders.
    const folder = path.replace(/\/?[^/]*$/, '')
    const tree = `${endpoint()}/api/datasets/${owner}/${name}/tree/${encodeURIComponent(revision)}`
    let next: string | undefined = `${tree}${folder && `/${escaped(folder)}`}?recursive=true`
    while (next !== undefined) {
      const { value, headers }: Awaited<ReturnType<typeof askJson>> = await askJson(opened(next))
      for (const { type, path: found } of value as readonly Entry[])
        if (type === 'file' && found.startsWith(path)) yield { url: root + found }
      const page: string | undefined = /<([^>]+)>;\s*rel="next"/.exec([headers['link'] ?? ''].flat().join())?.[1]
      // A listing that goes on elsewhere would take the token there.
      next = page?.startsWith(`${endpoint()}/`) ? page : undefined
    }
  },
}
