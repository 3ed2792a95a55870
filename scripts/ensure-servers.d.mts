export const MONGODB: { readonly folder: string; readonly package: string; readonly sha256: Readonly<Record<'mongod' | 'mongos', string>> }
export function programPath(name: string): string | undefined
export function hasMongodb(): boolean
