/** Reviews without a service: requests are handed to them as the service does. */
import { join } from 'node:path'
import { writeTexts } from '../../../src/jobs/live/texts.js'
import { answerReview } from '../../../src/reviewing/api.js'
import type { Machine } from '../../../src/reviewing/project.js'
import { Reviews } from '../../../src/reviewing/reviews.js'
import { isWork, work, workOf } from '../../../src/reviewing/work/work.js'

/**
 * Reviews in a folder, over sources in a folder.
 *
 * @param folder  of sources
 * @param at      where the reviews are kept
 */
export function reviewsIn(folder: string, at = join(folder, 'reviews')) {
  const reviews = new Reviews(at)
  const machine: Machine = {
    paths: (source) => source.map((name) => join(folder, name)),
    options: (given) => given,
    said: () => ({}),
    writeIndex: (index, path) => writeTexts(join(folder, index), path),
    shown: (name) => name,
  }
  /** The answer to a path below `/review`, with a body by POST; of long work what GET says when it is done, of a run the review. */
  const request = async (path: string, body?: object) => {
    const [bare = '', search = ''] = path.split('?')
    const query = Object.fromEntries(new URLSearchParams(search))
    const parts = bare.split('/').filter(Boolean)
    const [name = '', what] = parts
    if (body === undefined || parts.length !== 2 || !isWork(what))
      return answerReview(reviews, { verb: body ? 'POST' : 'GET', path: parts, query, body, key: 'k1' }, machine)
    // The service has long work done by a task.
    await work(reviews.get(name), machine, workOf(what, body as Record<string, unknown>))
    const shown = what === 'run' ? [name] : what === 'apply' ? [name, 'plan'] : parts
    return answerReview(reviews, { verb: 'GET', path: shown, query }, machine)
  }
  /** The same, which must be JSON; its status is put in. */
  const ask = async <Answer>(path: string, body?: object): Promise<Answer & { status: number }> => {
    const answer = await request(path, body)
    if (!answer || !('json' in answer)) throw new Error('no answer')
    return { ...(answer.json as Answer), status: answer.status }
  }
  return { reviews, machine, request, ask }
}
