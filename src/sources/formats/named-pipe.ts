/** Named pipes: an `open` that waits for the other end keeps its thread, and no signal ends a process whose thread waits so. */
import { constants, openSync, type Stats } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Milliseconds between two looks whether there is a reader. */
const LOOK = 50

/** Whether it has a name in a folder: descriptors of this process are open already. */
export const isNamedPipe = (path: string, stat: Stats | undefined): boolean => stat?.isFIFO() === true && !/^\/(?:dev|proc)\//.test(path)

/** What comes through a named pipe; the stream waits for its first writer, and ends with the last one. */
export const pipeReader = (path: string): Socket =>
  new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false })

/** The way into a named pipe, as soon as there is a reader; the process can be stopped before. */
export async function pipeWriter(path: string): Promise<Socket> {
  while (true) {
    try {
      const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
      return new Socket({ fd, readable: false, writable: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error
    }
    await setTimeout(LOOK)
  }
}
