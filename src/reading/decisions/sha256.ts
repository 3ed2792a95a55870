/** SHA-256 by what Node has for it; the page that needs no installation has web/page/host/sha256.ts in its place. */
import { hash } from 'node:crypto'

/** Over the text in UTF-8, as 64 hexadecimal digits. */
export const sha256 = (text: string): string => hash('sha256', text, 'hex')
