/**
 * The tests look at the report, the pages and the browser build in real browsers. This sees that those that are named (`chromium`, `firefox`) are there:
 * $CHROMIUM or $FIREFOX, one on the PATH, or Debian's package, installed when that is possible.
 */
import { execFileSync } from 'node:child_process'

const BROWSERS = {
  chromium: { given: 'CHROMIUM', programs: ['chromium', 'chromium-browser', 'google-chrome'], debian: 'chromium' },
  firefox: { given: 'FIREFOX', programs: ['firefox-esr', 'firefox'], debian: 'firefox-esr' },
}

const found = (command) => {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
const run = (...command) =>
  execFileSync(command[0], command.slice(1), { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })

for (const name of process.argv.slice(2)) {
  const { given, programs, debian } = BROWSERS[name]
  if ([process.env[given], ...programs].filter(Boolean).some(found)) continue
  try {
    console.log(`no ${name} found: installing the package ${debian}`)
    run(...sudo, 'apt-get', 'update', '-qq')
    run(...sudo, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', debian)
  } catch {
    console.error(`The tests need ${name}: install it, or set ${given} to its path.`)
    process.exit(1)
  }
}
