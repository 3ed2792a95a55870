/** Connections of clients that send no HTTP, and go on sending after their answer: the service lets them go. */
import { connect } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { ServiceProcess } from '../support/service-process.js'

const service = new ServiceProcess()
beforeAll(() => service.start())

it('a connection is closed with its refusal, whatever the client still sends', async () => {
  const { port } = new URL(service.url)
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => {})
  const closed = new Promise<boolean>((resolve) => {
    socket.once('close', () => resolve(true))
    setTimeout(() => resolve(false), 10_000).unref()
  })
  socket.write('this is no HTTP\r\n\r\n')
  const sending = setInterval(() => socket.writable && socket.write('X: y\r\n'), 20)
  expect(await closed).toBe(true)
  clearInterval(sending)
  socket.destroy()
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
})
