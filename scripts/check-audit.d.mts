export function shippedFolders(lock: { readonly packages: Readonly<Record<string, object>> }): Set<string>
export function faultsOf(
  report: { readonly vulnerabilities: Readonly<Record<string, object>> },
  shipped: ReadonlySet<string>,
  accepted: Readonly<Record<string, string>>,
): string[]
