/** Defaults that depend on the machine. */
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import type { MachineDefaults } from './running.js'

/** The least memory, in bytes, that a run is given by default. */
const LEAST_MEMORY = 64 << 20

/** As many workers as there are processors, half of the memory, the folder of temporary files. */
export const machineDefaults = (): MachineDefaults => ({
  workers: availableParallelism(),
  memory: Math.max(LEAST_MEMORY, Math.floor(totalmem() / 2)),
  temp: tmpdir(),
})
