export function lakes(): { readonly hdfs: string; readonly s3a: string; readonly moto: string } | undefined
