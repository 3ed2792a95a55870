/** Paths as places: two names that lead to one file are one place. */
import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isObjectUrl } from '../sources/objects/objects.js'

/** Links that are followed before a chain of them counts as a circle, as the system itself does. */
const LINKS = 40

/**
 * The place that a path leads to: links followed, of the file and of the folders above it, also where the file is not there yet.
 *
 * @example placeOf('link-to-folder/new.txt') // '/home/me/folder/new.txt'
 */
export function placeOf(path: string): string {
  // An object is a place of its own.
  if (isObjectUrl(path)) return path
  let at = resolve(path)
  for (let links = 0; links < LINKS; links++) {
    try {
      return realpathSync.native(at)
    } catch {
      // It is not there, or is a link to what is not there.
    }
    const parent = dirname(at)
    if (parent === at) return at
    const target = linkOf(at)
    if (target === undefined) return join(placeOf(parent), basename(at))
    at = resolve(parent, target)
  }
  return at
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/**
 * The descriptor that a path stands for, through links: `/dev/stdout` is 1. Opened by its name a redirected file would be emptied or
 * replaced under the shell that writes to it, too.
 *
 * @returns undefined for all other paths
 */
export function descriptorOf(path: string): number | undefined {
  let at = resolve(path)
  for (let links = 0; links < LINKS; links++) {
    const number = /^(?:\/dev\/fd|\/proc\/(?:self|thread-self|\d+)\/fd)\/(\d+)$/.exec(at)?.[1]
    if (number !== undefined) return !at.startsWith('/proc/') || isOurs(at) ? Number(number) : undefined
    const target = linkOf(at)
    if (target === undefined) return undefined
    at = resolve(dirname(at), target)
  }
  return undefined
}

const isOurs = (path: string) => /^\/proc\/(?:self|thread-self)\//.test(path) || path.startsWith(`/proc/${process.pid}/`)

/** A path that is read, and its name in messages. */
export type ReadPath = readonly [path: string, name: string]
