/**
 * Asks the registry for known weaknesses of the packages that users get, optional ones too, and fails on those that are high or critical, unless they
 * are listed here with a reason: npm run check:audit.
 *
 * Some registries answer no audits. That is said, and is no success: with `--required` it is a failure.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Advisories that do not concern leitong, by their id (GHSA-…), and why. One that is not found any more fails too. */
const ACCEPTED = {}

const GRAVE = ['high', 'critical']

/** Folders (`node_modules/x`) of the packages that users get: dependencies, optional ones beside them, and what these need. */
export function shippedFolders({ packages }) {
  const { dependencies, peerDependencies } = packages['']
  const found = new Set()
  const add = (from, names) => {
    for (const name of names) {
      const folder = resolve(packages, from, name)
      if (!folder || found.has(folder)) continue
      found.add(folder)
      const needs = packages[folder]
      add(folder, Object.keys({ ...needs.dependencies, ...needs.optionalDependencies, ...needs.peerDependencies }))
    }
  }
  add('', Object.keys({ ...dependencies, ...peerDependencies }))
  return found
}

/** As Node looks for a package: in the folder of the one that asks, then in those around it. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`
    if (packages[path]) return path
    if (!folder) return undefined
  }
}

/**
 * What of a report of `npm audit --json` is a fault, a line each.
 *
 * @param shipped   folders of what users get
 * @param accepted  reasons by the id of an advisory
 */
export function faultsOf({ vulnerabilities }, shipped, accepted) {
  const seen = new Set()
  const faults = []
  for (const { name, nodes, via } of Object.values(vulnerabilities)) {
    // What comes by another package stands there too, as a string.
    for (const advisory of via.filter((each) => typeof each !== 'string')) {
      const id = advisory.url.split('/').at(-1)
      seen.add(id)
      if (!GRAVE.includes(advisory.severity) || id in accepted || !nodes.some((folder) => shipped.has(folder))) continue
      faults.push(`${name}: ${advisory.severity}: ${advisory.title} (${id})`)
    }
  }
  for (const id of Object.keys(accepted))
    if (!seen.has(id)) faults.push(`${id} is accepted in scripts/check-audit.mjs and found no more: take it out`)
  return faults
}

/** The report, or why there is none. */
function ask() {
  return new Promise((done) => {
    execFile('npm', ['audit', '--json'], { maxBuffer: 1 << 28, timeout: 120_000 }, (error, stdout) => {
      try {
        const report = JSON.parse(stdout)
        done(report.vulnerabilities ? { report } : { reason: report.message?.replace(/ *-? \w+ https?:\S+/, '') ?? 'no report' })
      } catch {
        done({ reason: error?.killed ? 'no answer within two minutes' : 'no report' })
      }
    })
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const shipped = shippedFolders(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const { report, reason } = await ask()
  if (!report) {
    console.error(
      `audit: NOT DONE. The registry of this machine answers no audits (${reason}). Nothing is known of ${shipped.size} packages.`,
    )
    if (process.argv.includes('--required')) process.exitCode = 1
  } else {
    const faults = faultsOf(report, shipped, ACCEPTED)
    for (const fault of faults) console.error(fault)
    if (faults.length) process.exitCode = 1
    else console.log(`audit: ${shipped.size} packages, no known weakness that is high or critical`)
  }
}
