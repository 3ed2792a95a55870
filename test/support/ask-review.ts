/** Requests to the review of a service that runs in the test. */
import { expect } from 'vitest'
import type { Served } from '../../src/server/serve.js'

/** Asks a path below `/review`, with a body by POST; the answer, which must be one of success. */
export async function askReview<Answer>({ url }: Served, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${url}/review${path}`, {
    ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as Answer
  expect(response.ok, JSON.stringify(answer)).toBe(true)
  return answer
}
