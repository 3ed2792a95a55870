/**
 * A web page is a document: what a reader sees of it. Scripts, styles and the like are left out, block elements end a
 * line. Works on the tokens of the page and keeps no tree, so nesting costs nothing.
 */
import { loadPackage } from '../../packages.js'
import type { DocumentFormat } from './format.js'

const HIDDEN = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'svg',
  'math',
  'iframe',
  'object',
  'select',
  'textarea',
  'button',
])
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** The package takes as long to load as half of this program, and few runs read pages. */
let parser: typeof import('htmlparser2') | undefined
function loadParser(): typeof import('htmlparser2') {
  parser ??= loadPackage<typeof import('htmlparser2')>('htmlparser2', 'read web pages')
  return parser
}

export function htmlText(page: string): { text: string; title?: string } {
  const parts: string[] = []
  const title: string[] = []
  let tag = ''
  // The hidden element that is open, and how deep elements of its name are nested in it.
  let hidden = ''
  let depth = 0
  let inTitle = false
  const put = (text: string) => {
    if (inTitle) title.push(text)
    else if (!hidden) parts.push(text)
  }
  const open = (name: string) => {
    if (name === 'title') inTitle = true
    else if (!hidden && HIDDEN.has(name)) hidden = name
    if (name === hidden) depth++
    if (!INLINE.has(name)) put('\n')
  }
  const close = (name: string) => {
    if (name === 'title') inTitle = false
    // A body ends a head that was left open.
    if (name === hidden && --depth <= 0) {
      hidden = ''
      depth = 0
    }
    if (!INLINE.has(name)) put('\n')
  }
  const nothing = () => {}
  const { Tokenizer } = loadParser()
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => put(page.slice(start, end)),
      ontextentity: (code) => put(String.fromCodePoint(code)),
      onopentagname(start, end) {
        tag = page.slice(start, end).toLowerCase()
        if (tag === 'body' && hidden === 'head') {
          hidden = ''
          depth = 0
        }
        open(tag)
      },
      onselfclosingtag: () => close(tag),
      onclosetag: (start, end) => close(page.slice(start, end).toLowerCase()),
      onopentagend: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
    },
  )
  tokenizer.write(page)
  tokenizer.end()
  const text = parts
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim()
  const named = title.join('').replace(/\s+/g, ' ').trim()
  return named ? { text, title: named } : { text }
}

export const html: DocumentFormat = { name: 'html', kind: 'document', extensions: ['html', 'htm', 'xhtml'], decode: htmlText }
