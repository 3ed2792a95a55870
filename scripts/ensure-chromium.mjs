/**
 * The tests look at the report page and the browser build in a real Chromium. This sees that there is one: $CHROMIUM, one
 * on the PATH, or Debian's package, installed when that is possible.
 */
import { execFileSync } from 'node:child_process'

const found = (command) => {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const names = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'].filter(Boolean)
if (!names.some(found)) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const run = (...command) =>
    execFileSync(command[0], command.slice(1), { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  try {
    console.log('no Chromium found: installing the package chromium')
    run(...sudo, 'apt-get', 'update', '-qq')
    run(...sudo, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium')
  } catch {
    console.error('Chromium is needed for the tests: install it, or set CHROMIUM to its path.')
    process.exit(1)
  }
}
