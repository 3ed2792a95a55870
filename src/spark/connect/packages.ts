/** The packages of the protocol, which are optional: loaded when a cluster is asked for. */
import { loadPackage } from '../../packages.js'

const NAMES = '@grpc/grpc-js (and @grpc/proto-loader apache-arrow)'

/** @throws {LeitongError} `PACKAGE_MISSING` */
export function loadPackages(): Packages {
  const one = <Name extends keyof Packages>(name: string) => loadPackage<Packages[Name]>(name, 'speak to a cluster', NAMES)
  return { grpc: one<'grpc'>('@grpc/grpc-js'), loader: one<'loader'>('@grpc/proto-loader'), arrow: one<'arrow'>('apache-arrow') }
}

export interface Packages {
  readonly grpc: typeof import('@grpc/grpc-js')
  readonly loader: typeof import('@grpc/proto-loader')
  readonly arrow: typeof import('apache-arrow')
}
