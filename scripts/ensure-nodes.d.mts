export function ensureNodes(platform?: string): string[]
