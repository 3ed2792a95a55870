export function lakes(): { readonly hadoop: string; readonly s3a: string; readonly moto: string } | undefined
