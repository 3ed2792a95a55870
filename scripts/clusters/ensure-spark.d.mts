export function sparkHome(): string | undefined
