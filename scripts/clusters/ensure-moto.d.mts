export function motoServer(): string | undefined
