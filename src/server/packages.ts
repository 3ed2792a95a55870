/** Packages of the service, looked for when it starts: whoever does not serve needs none of them. */
import { packageFile } from '../packages.js'

const PACKAGES = ['fastify', '@fastify/rate-limit', '@fastify/static', 'ajv/dist/2020.js', 'prom-client']

/** @throws {LeitongError} `PACKAGE_MISSING` with all that are needed */
export function requirePackages(): void {
  for (const file of PACKAGES) packageFile(file, 'serve', 'fastify (and @fastify/rate-limit @fastify/static ajv prom-client)')
}
