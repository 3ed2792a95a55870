/** The service: indexes made and removed under load, tasks of containers that were made anew, and two processes on one review. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ask, startService } from '../../server/started.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { loadIndexes } from '../../support/service/index-load.js'
import { leaveTask } from '../../support/service/other-host.js'
import { ServiceProcess } from '../../support/service-process.js'
import { below, documents } from './inputs.js'
import { rounds, rowOf } from './table.js'

export function serviceTrials(random: () => number): void {
  it('indexes made and removed under load', async () => {
    const row = rowOf('service', '64 clients that make, fill, ask and remove indexes; the process and what they were told', 200)
    const config = join(temporaryFolder(), 'settings.json')
    for (const openIndexes of [4, 500]) {
      writeFileSync(config, JSON.stringify({ openIndexes, threads: 2 }))
      const service = await new ServiceProcess(undefined, ['--config', config]).start()
      const { made, losses } = await loadIndexes(service, { clients: 64, seconds: 15, seed: below(random, 1 << 30) })
      row.tried += made
      row.right += made - losses.length
      row.losses.push(...losses)
      if ((await ask(service.url, 'GET', '/health')).status !== 200) row.losses.push('the service is gone')
      await service.kill()
    }
    expect(row.losses).toEqual([])
  })

  it('recreated hosts', async () => {
    const row = rowOf('service', 'tasks of a container that was made anew: silent, or alive by its signs of life', 8)
    await rounds(0.05, 12, 8, async (round) => {
      const data = temporaryFolder()
      const first = await startService({ data, keys: false })
      await first.ask('PUT', '/indexes/letters', {})
      await first.close()
      const isAlive = round % 2 === 1
      const id = await leaveTask(data, { kind: 'compact', index: 'letters' }, isAlive ? below(random, 60_000) : 90_001 + below(random, 1e6))
      const { ask } = await startService({ data, keys: false })
      row.tried++
      const stateOf = async () => (await ask('GET', `/tasks/${id}`)).json.state as string
      if (isAlive) {
        const { status } = await ask('POST', `/tasks/${id}/cancel`, {})
        if (status === 409 && (await stateOf()) === 'running') row.refused++
        else row.losses.push(`round ${round}: a task that runs elsewhere was cancelled: ${status}`)
        return
      }
      for (let i = 0; i < 400 && (await stateOf()) !== 'done'; i++) await setTimeout(50)
      if ((await stateOf()) === 'done') row.right++
      else row.losses.push(`round ${round}: ${await stateOf()}`)
    })
    expect(row.losses).toEqual([])
  })

  it('two processes on one review', async () => {
    const row = rowOf('service', 'runs of the command and of the service, and writes of the page, on one review', 8)
    const data = temporaryFolder()
    const file = writeLines(join(data, 'letters.jsonl'), documents(random, 60, 20))
    expect((await leitong(['review', 'create', 'letters', file, '--data', data])).code).toBe(0)
    const { ask } = await startService({ data, keys: false, folders: { here: data } })
    let acts = 0
    await rounds(0.05, 12, 8, async (round) => {
      const before = (await ask('GET', '/review/letters')).json.run as number
      const running = leitong(['review', 'run', 'letters', '--data', data])
      const masked = round % 2 === 0
      await setTimeout(below(random, 1200))
      const { status: wrote, json: told } = await ask('POST', '/review/letters/masking', { on: masked, by: 'Ann' })
      const { json } = await ask('GET', '/review/letters/queue')
      const [group] = json.groups
      const run = (await ask('GET', '/review/letters')).json.run as number
      const members = [0, 1].map((place) => ({ group: group.id, place }))
      const acted = (await ask('POST', '/review/letters/acts', { act: 'duplicate', members, by: 'Ann', run })).status
      if (acted === 201) acts++
      const { code } = await running
      const now = (await ask('GET', '/review/letters')).json
      const stored = JSON.parse(readFileSync(join(data, 'reviews/letters/project.json'), 'utf8'))
      row.tried++
      const isKept = now.run === before + (code === 0 ? 1 : 0) && stored.run === now.run && now.revision === acts
      if (!isKept || ![200, 422, 423, 409].includes(wrote))
        row.losses.push(
          `round ${round}: ${code} ${wrote} ${JSON.stringify({ before, now: now.run, acts: now.revision, error: told.error })}`,
        )
      else if (code || wrote !== 200 || now.masked !== masked) row.refused++
      else row.right++
    })
    expect(row.losses).toEqual([])
  })
}
