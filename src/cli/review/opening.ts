/** What all commands of `leitong review` share: where reviews are, and names of files as they are on this machine. */
import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Machine, Project } from '../../reviewing/project.js'
import { Reviews } from '../../reviewing/reviews.js'

export const dataFlag = () => new Option('--data <folder>', 'folder of the service (default: leitong-data)')

/** Files are named as on any command line. */
export const MACHINE: Machine = { paths: (source) => source, options: (given) => given, shown: (name) => name }

const isUrl = (input: string) => /^[a-z][a-z0-9+]{1,20}:/i.test(input) && !/^[a-z]:[\\/]/i.test(input)
/** Inputs that mean the same wherever the command is called. */
export const lasting = (inputs: readonly string[]): string[] => inputs.map((input) => (isUrl(input) ? input : resolve(input)))

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
  await project.runAgain(MACHINE, undefined, threshold === undefined ? {} : { threshold })
  return project.describe()
}
