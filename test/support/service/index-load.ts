/** Many clients that make, fill, ask and remove indexes of one service at once, and check what each of them is told. */
import type { ServiceProcess } from '../service-process.js'
import { createRandom } from '../texts.js'

export interface Load {
  readonly clients: number
  readonly seconds: number
  readonly seed: number
}

export interface Loaded {
  /** Requests that were answered. */
  readonly answered: number
  /** Indexes that were made. */
  readonly made: number
  /** What was wrong: the connection broke, a status that nothing explains, a document that was acknowledged and is not there. */
  readonly losses: readonly string[]
}

/**
 * Each client has names of its own, so that it knows what must be there, and one name that all of them make and remove.
 *
 * @returns when the time is over, or with the first client that could not connect
 */
export async function loadIndexes(service: ServiceProcess, { clients, seconds, seed }: Load): Promise<Loaded> {
  const end = performance.now() + seconds * 1000
  const losses: string[] = []
  let [answered, made] = [0, 0]
  const ask = async (method: string, path: string, body?: object) => {
    const reply = await fetch(service.url + path, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
    const text = await reply.text()
    answered++
    if (reply.status >= 500 && reply.status !== 503) losses.push(`${method} ${path}: ${reply.status} ${text.slice(0, 200)}`)
    return { status: reply.status, text }
  }
  const expectOne = (of: readonly number[], { status, text }: { status: number; text: string }, what: string) => {
    if (!of.includes(status)) losses.push(`${what}: ${status} ${text.slice(0, 300)}`)
  }
  const client = async (number: number) => {
    const random = createRandom(seed + number)
    for (let round = 0; performance.now() < end && !losses.length; round++) {
      const name = `own${number}_${round}`
      expectOne([201], await ask('PUT', `/indexes/${name}`, {}), `PUT ${name}`)
      made++
      expectOne([200, 201, 404, 409], await ask('PUT', '/indexes/common', {}), 'PUT common')
      const documents = Array.from({ length: 3 }, (_, i) => ({ id: `${i}`, text: `${name} has document ${i} and ${random()}` }))
      expectOne([200], await ask('POST', `/indexes/${name}/documents`, { documents }), `add to ${name}`)
      expectOne([200, 404], await ask('POST', '/indexes/common/documents', { documents }), 'add to common')
      if (random() < 0.3) await ask('GET', '/metrics')
      if (random() < 0.3) await ask('POST', '/compare', { a: `one text of ${name}`, b: `another text of ${name}` })
      const found = await ask('POST', `/indexes/${name}/query`, { text: documents[1]?.text })
      if (!found.text.includes('"id":"1"')) losses.push(`${name} has lost a document: ${found.status} ${found.text.slice(0, 200)}`)
      if (random() < 0.3) expectOne([204, 404], await ask('DELETE', '/indexes/common'), 'DELETE common')
      // A third stays, so that more indexes are looked at than the service holds open.
      if (random() < 0.7) {
        expectOne([204], await ask('DELETE', `/indexes/${name}`), `DELETE ${name}`)
        expectOne([404], await ask('GET', `/indexes/${name}`), `GET ${name} after its end`)
      }
    }
  }
  await Promise.all(
    Array.from({ length: clients }, (_, number) =>
      client(number).catch((error: Error) => losses.push(`client ${number}: ${error.message} ${(error.cause as Error)?.message ?? ''}`)),
    ),
  )
  return { answered, made, losses }
}
