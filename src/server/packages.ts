/** Packages of the service, loaded when it starts: whoever does not serve needs none of them. */
import { LeitongError } from '../errors.js'

/** @throws {LeitongError} `PACKAGE_MISSING` with all that are needed */
export async function loadPackages() {
  try {
    const [fastify, rateLimit, serveStatic, swagger, metrics] = await Promise.all([
      import('fastify'),
      import('@fastify/rate-limit'),
      import('@fastify/static'),
      import('@fastify/swagger'),
      import('prom-client'),
    ])
    return {
      fastify: fastify.default,
      LogController: fastify.LogController,
      rateLimit: rateLimit.default,
      serveStatic: serveStatic.default,
      swagger: swagger.default,
      metrics,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new LeitongError('PACKAGE_MISSING', 'fastify (and @fastify/rate-limit @fastify/static @fastify/swagger prom-client)', 'serve')
  }
}

export type Packages = Awaited<ReturnType<typeof loadPackages>>
