/** Waiting for a server that is away: what is tried again, for how long, and what is said in the end. */
import { describe, expect, it } from 'vitest'
import { isOfNetwork, withRetry } from '../../src/stores/retry.js'
import { StoreAway } from '../../src/stores/store-errors.js'

const place = { name: 'postgres://host/db#x', redact: (message: string) => message.replaceAll('secret', '***') }
const refused = () => Object.assign(new Error('connect ECONNREFUSED, secret'), { code: 'ECONNREFUSED' })

describe('retries', () => {
  it('tries again until the server is back', async () => {
    let calls = 0
    const answer = await withRetry(place, isOfNetwork, async () => {
      if (++calls < 3) throw refused()
      return calls
    })
    expect(answer).toBe(3)
  })

  it('ends, and says what it waited for', async () => {
    const waiting = withRetry(place, isOfNetwork, () => Promise.reject(refused()), 50)
    await expect(waiting).rejects.toThrow('postgres://host/db#x: the server was away for 0.05 s: connect ECONNREFUSED, ***')
    await expect(waiting).rejects.toBeInstanceOf(StoreAway)
    await expect(waiting).rejects.toMatchObject({ code: 'STORE' })
  })

  it('does not wait after an answer', async () => {
    let calls = 0
    const asked = withRetry(place, isOfNetwork, () => {
      calls++
      return Promise.reject(new Error('the secret is wrong'))
    })
    await expect(asked).rejects.toThrow('postgres://host/db#x: the *** is wrong')
    await expect(asked).rejects.not.toBeInstanceOf(StoreAway)
    expect(calls).toBe(1)
  })

  it('knows an error that stands for several, of which each is of the network', async () => {
    const several = new AggregateError([refused(), refused()])
    expect(isOfNetwork(several)).toBe(true)
    await expect(withRetry(place, isOfNetwork, () => Promise.reject(several), 0)).rejects.toThrow('ECONNREFUSED')
  })
})
