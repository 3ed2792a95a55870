/** Dictionaries in Node: the main one from @node-rs/jieba, users' from their files; automata built of them are cached on disk. */

import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { LeitongError } from '../errors.js'
import { readNamedFile } from '../named-file.js'
import { packageFile } from '../packages.js'
import { decodeFile } from '../sources/formats/encoding.js'
// What a host of Node knows of Chinese beside dictionaries.
import '../sources/rows/pinyin.js'
import { identityOf, isWhole } from '../tokenizing/chinese/automaton.js'
import { isSogou, sogouWords } from '../tokenizing/chinese/sogou.js'
import { makeFolder } from '../writing/folder.js'
import { buildDictionary } from './chinese-dictionary.js'
import { readIgnored } from './ignored.js'
import { setLexiconHost } from './lexicons.js'

/** `$XDG_CACHE_HOME/leitong`, or a folder of the user's own below the folder for temporary files, which belongs to everyone. */
export function cacheFolder(): string {
  const named = process.env['XDG_CACHE_HOME']
  return named ? join(named.replace(/^~/, homedir()), 'leitong') : join(tmpdir(), `leitong-${process.getuid?.() ?? 'cache'}`)
}

function readMain(): Uint8Array {
  return readFileSync(packageFile('@node-rs/jieba/dict.txt', 'cut Chinese into words'))
}

function readText(path: string): { name: string; text: string } {
  const bytes = readNamedFile(path)
  if (!isSogou(bytes)) return { name: path, text: decodeFile(path, bytes, 'auto') }
  const words = sogouWords(bytes)
  if (!words) throw new LeitongError('SOURCE_READ', path, 'this Sogou lexicon ends before its words do')
  // A line of a dictionary is cut at white space, and a word of several parts is no word here.
  return { name: path, text: words.filter((word) => !/\s|^#/.test(word)).join('\n') }
}

/**
 * A cache that cannot be read or is not whole is built again, and one that cannot be written does no harm. Only a file of our
 * own is trusted: the folder for temporary files belongs to everyone.
 */
function cached(identity: string, build: () => Uint8Array): Uint8Array {
  const folder = cacheFolder()
  const path = join(folder, `dictionary-${identity}.bin`)
  try {
    const { uid } = statSync(path)
    const bytes = readFileSync(path)
    if ((process.getuid === undefined || uid === process.getuid()) && isWhole(bytes) && identityOf(bytes) === identity) return bytes
  } catch {
    // Not there yet.
  }
  const bytes = build()
  const part = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`
  try {
    makeFolder(folder, 0o700)
    writeFileSync(part, bytes, { flag: 'wx' })
    renameSync(part, path)
  } catch {
    discard(part)
  }
  return bytes
}

/** A folder that another user made, or a disk that is full: what cannot be looked at cannot be removed either. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {}
}

const leftOut = (files: readonly string[]) => readIgnored(files.map(readText))

setLexiconHost({ dictionary: readMain, read: readText, leftOut, cached, build: buildDictionary })
