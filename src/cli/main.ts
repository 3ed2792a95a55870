#!/usr/bin/env node
/** The start of the command: what only asks for the version is answered before the rest is loaded. */
import module from 'node:module'
import { VERSION } from '../version.js'

/** Keeps compiled code for the next start, in the folder for temporary files; Node has it from 22.1 on, and where it cannot write, it does without. */
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }

const args = process.argv.slice(2)
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) process.stdout.write(`${VERSION}\n`)
else {
  enableCompileCache?.()
  await (await import('./run.js')).run(args)
}
