export const driver = undefined as never
