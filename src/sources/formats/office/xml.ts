/** XML that passes by: its elements and texts are told as they come, and no tree is kept. */
import { loadPackage } from '../../../packages.js'

/** What is told of an element; names are without a prefix. */
export interface XmlEvents {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** The package takes long to load, and few runs read Excel files. */
let package_: typeof import('htmlparser2') | undefined

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Takes the bytes of a document in pieces. */
export class XmlReader {
  readonly #decoder = new TextDecoder()
  readonly #parser: import('htmlparser2').Parser

  constructor({ open, text, close }: XmlEvents) {
    package_ ??= loadPackage<typeof import('htmlparser2')>('htmlparser2', 'read Excel files')
    this.#parser = new package_.Parser(
      {
        ...(open ? { onopentag: (name, attributes) => open(local(name), attributes) } : {}),
        ...(text ? { ontext: text } : {}),
        ...(close ? { onclosetag: (name) => close(local(name)) } : {}),
      },
      { xmlMode: true, decodeEntities: true },
    )
  }

  write(bytes: Uint8Array): void {
    this.#parser.write(this.#decoder.decode(bytes, { stream: true }))
  }

  static async read(bytes: AsyncIterable<Uint8Array>, events: XmlEvents): Promise<void> {
    const reader = new XmlReader(events)
    for await (const piece of bytes) reader.write(piece)
  }
}
