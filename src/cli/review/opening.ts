/** What all commands of `leitong review` share: where reviews are, and names of files as they are on this machine. */
import { resolve } from 'node:path'
import { Option } from 'commander'
import { writeTexts } from '../../jobs/live/texts.js'
import { isObjectUrl, isUrl } from '../../reading/inputs.js'
import type { Machine, Project } from '../../reviewing/project.js'
import { Reviews } from '../../reviewing/reviews.js'
import { indexIn } from '../../reviewing/work/source.js'
import { work } from '../../reviewing/work/work.js'

export const dataFlag = () => new Option('--data <folder>', 'folder of the service (default: leitong-data)')

/** Files are named as on any command line. */
export const MACHINE: Machine = {
  paths: (source) => source,
  options: (given) => given,
  said: () => ({}),
  writeIndex: writeTexts,
  shown: (name) => name,
}

/** Inputs that mean the same wherever the command is called. */
export const lasting = (inputs: readonly string[]): string[] => inputs.map(lastingName)

function lastingName(input: string): string {
  const index = indexIn([input])
  if (index === undefined) return isUrl(input) || isObjectUrl(input) ? input : resolve(input)
  const [, folder] = /^lmdb:(?!\/\/)(.+)$/is.exec(index) ?? []
  return `index:${/^[a-z][a-z0-9+.-]+:/i.test(index) && folder === undefined ? index : resolve(folder ?? index)}`
}

export async function withReviews<Result>(data: unknown, work: (reviews: Reviews) => Promise<Result> | Result): Promise<Result> {
  const reviews = new Reviews(resolve(typeof data === 'string' ? data : 'leitong-data', 'reviews'))
  try {
    return await work(reviews)
  } finally {
    reviews.close()
  }
}

/** Runs a review. @returns what it found, for people */
export async function runOf(project: Project, threshold?: number) {
  await work(project, MACHINE, { work: 'run', ...(threshold === undefined ? {} : { threshold }) })
  return project.describe()
}
