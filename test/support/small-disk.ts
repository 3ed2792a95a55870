/** A file system of our own in memory, whose room a test takes away and gives back. Mounting one is for root. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'

const ROOMY = 1 << 30

export class SmallDisk {
  readonly #path: string

  private constructor(path: string) {
    this.#path = path
  }

  /** @returns undefined where this run may not mount one */
  static mount(path: string): SmallDisk | undefined {
    mkdirSync(path, { recursive: true })
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${ROOMY}`, 'tmpfs', path], { stdio: 'pipe' })
      return new SmallDisk(path)
    } catch {
      return undefined
    }
  }

  #resize(bytes: number): void {
    execFileSync('mount', ['-o', `remount,size=${bytes}`, this.#path], { stdio: 'pipe' })
  }

  /** Leaves room for so many bytes. */
  leave(bytes: number): void {
    const { bsize, blocks, bfree } = statfsSync(this.#path)
    this.#resize((blocks - bfree) * bsize + bytes)
  }

  giveBack(): void {
    this.#resize(ROOMY)
  }

  unmount(): void {
    // At once or as soon as nobody has a file of it open: libsql closes one when memory is cleaned.
    execFileSync('umount', ['-l', this.#path], { stdio: 'pipe' })
  }
}
