/** The packages of the protocol, which are optional: loaded when a cluster is asked for. */
import { LeitongError } from '../../errors.js'

const NAMES = '@grpc/grpc-js (and @grpc/proto-loader apache-arrow)'

/** @throws {LeitongError} `PACKAGE_MISSING` */
export async function loadPackages(): Promise<Packages> {
  try {
    const [grpc, loader, arrow] = await Promise.all([import('@grpc/grpc-js'), import('@grpc/proto-loader'), import('apache-arrow')])
    return { grpc, loader, arrow }
  } catch {
    throw new LeitongError('PACKAGE_MISSING', NAMES, 'speak to a cluster')
  }
}

export interface Packages {
  readonly grpc: typeof import('@grpc/grpc-js')
  readonly loader: typeof import('@grpc/proto-loader')
  readonly arrow: typeof import('apache-arrow')
}
