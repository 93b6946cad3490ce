declare module 's3rver' {
  import type { RequestListener } from 'node:http'

  type Options = {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }
  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
    callback(): RequestListener
    close(): Promise<void>
  }
}
