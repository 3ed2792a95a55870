/** Tells other programs of finished tasks, signed, and again until they have heard. */
import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { TaskHost } from './host.js'
import { shownTask, type Task } from './task.js'

/** Seconds between attempts. A restart of the service begins anew. */
const PAUSES = [1, 5, 30, 120]
const PATIENCE = 10_000

/**
 * The header that proves who sent a body, and when.
 *
 * @example signatureOf('secret of both', 1700000000, body) // 't=1700000000,v1=5257a8…'
 */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/** Tells those that the task owes it to. Where that cannot be taken down they may be told once more. */
export async function tellWebhooks({ id, owed = [] }: Task, service: TaskHost): Promise<void> {
  const hooks = service.settings.webhooks.filter(({ url }) => owed.includes(url))
  try {
    await Promise.all(hooks.map(({ url, secret }) => tell(id, url, secret, service)))
  } catch (error) {
    service.logMistake(String((error as Error).stack))
  }
}

async function tell(id: string, url: string, secret: string, service: TaskHost): Promise<void> {
  const { tasks } = service.state
  for (const pause of [0, ...PAUSES]) {
    if (pause) await setTimeout(pause * 1000, undefined, { ref: false })
    if (service.isEnding) return
    const task = tasks.get(id)
    if (!task?.owed?.includes(url)) return
    const body = JSON.stringify({ event: 'task', task: shownTask(task, undefined) })
    const headers = { 'content-type': 'application/json', 'leitong-signature': signatureOf(secret, Math.floor(Date.now() / 1000), body) }
    const isHeard = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(PATIENCE) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isHeard || service.isEnding) continue
    service.state.write(() => {
      const now = tasks.get(id)
      if (now) tasks.putSync(id, { ...now, owed: (now.owed ?? []).filter((one) => one !== url) })
    })
    return
  }
}
