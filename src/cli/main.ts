#!/usr/bin/env node
/** The start of the command: what only asks for the version is answered before the rest is loaded. */
import { VERSION } from '../version.js'

const args = process.argv.slice(2)
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) process.stdout.write(`${VERSION}\n`)
else await (await import('./run.js')).run(args)
