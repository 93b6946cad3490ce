import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from 's3rver'
import { inject, onTestFinished } from 'vitest'
import { freePort } from './program.ts'

const KEY = 'S3RVER'
const BUCKET = 'quay-files'

type Conditions = (
  | Record<string, string>
  | [string, string, string]
  | ['content-length-range', number, number]
)[]
type Policy = { expiration: string; conditions: Conditions }

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

// As Amazon describes it: the secret is folded with the day, the region and the service.
const signatureOf = (policy: string, credential: string) => {
  const [, day = '', region = '', service = '', end = ''] = credential.split('/')
  const key = [day, region, service, end].reduce<string | Buffer>(
    (last, part) => hmac(last, part),
    `AWS4${KEY}`,
  )
  return hmac(key, policy).toString('hex')
}

const fits = (one: Conditions[number], field: (name: string) => string, size: number) => {
  if (!Array.isArray(one)) return Object.entries(one).every(([name, value]) => field(name) === value)
  const [rule, name, value] = one
  if (rule === 'content-length-range') return size >= Number(name) && size <= Number(value)
  return field(String(name).slice(1)) === value
}

/** The forms that a real S3 refuses: the library that plays it takes any. */
const refusalOf = async (headers: Headers, body: Buffer): Promise<string | null> => {
  const form = await new Response(body as Uint8Array<ArrayBuffer>, { headers }).formData()
  const fields = new Map([...form].map(([name, value]) => [name.toLowerCase(), value]))
  const field = (name: string) => (name === 'bucket' ? BUCKET : String(fields.get(name.toLowerCase()) ?? ''))
  const file = fields.get('file')
  const text = field('policy')
  if (!text || signatureOf(text, field('x-amz-credential')) !== field('x-amz-signature'))
    return 'SignatureDoesNotMatch'
  const policy = JSON.parse(Buffer.from(text, 'base64').toString()) as Policy
  if (new Date(policy.expiration) < new Date()) return 'AccessDenied'
  const size = file instanceof Blob ? file.size : 0
  return policy.conditions.every(one => fits(one, field, size)) ? null : 'AccessDenied'
}

/** An S3 server with one bucket, its settings, and a way to make it not answer. */
export const startS3 = async () => {
  const directory = join(inject('folder'), `s3-${await freePort()}`)
  const cors = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>POST</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>`
  const inner = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [cors] }],
  })
  const { port: innerPort } = await inner.run()
  const answer = inner.callback()
  const state = { away: false }
  const posted: number[] = []
  const outer = createServer(async (request, response) => {
    if (state.away) return void response.writeHead(403).end()
    if (request.method !== 'POST' || !request.headers['content-type']?.startsWith('multipart/form-data'))
      return void answer(request, response)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const headers = new Headers({ 'content-type': request.headers['content-type'] })
    const refusal = await refusalOf(headers, body)
    const inside = refusal
      ? new Response(`<Error><Code>${refusal}</Code></Error>`, { status: 403 })
      : await fetch(`http://127.0.0.1:${innerPort}${request.url}`, { method: 'POST', headers, body })
    posted.push(inside.status)
    response.writeHead(inside.status, { 'access-control-allow-origin': '*' }).end(await inside.text())
  })
  await new Promise<void>(resolve => outer.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(outer.address() as AddressInfo).port}`
  const close = async () => {
    outer.closeAllConnections()
    outer.close()
    await inner.close()
  }
  try {
    onTestFinished(close)
  } catch {}
  return {
    origin,
    directory,
    state,
    /** How each form that was sent was answered. */
    posted,
    close,
    env: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: origin,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
  }
}
