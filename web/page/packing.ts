/** How a file is packed, by the ending of its name. */
interface Named {
  /** Without the ending of a compression. */
  readonly bare: string
  readonly packing: 'gzip' | 'zstd' | undefined
}

export function namedAs(name: string): Named {
  const [, bare, ending] = /^(.*)\.(gz|gzip|zst|zstd)$/i.exec(name) ?? []
  if (bare === undefined || ending === undefined) return { bare: name, packing: undefined }
  return { bare, packing: /^g/i.test(ending) ? 'gzip' : 'zstd' }
}
