import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { fail, Refusal } from '#contract/errors.ts'
import { codeOf, messageOf } from '#contract/messageOf.ts'
import { createJsonGauge } from './jsonGauge.ts'

/** Reads at most `limit` bytes, and only while `isTaken` takes each part; a larger body is refused without being kept. */
const readBytes = async (
  request: IncomingMessage,
  limit: number,
  isTaken: (part: Buffer) => boolean,
): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > limit) fail('body.tooLarge')
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length
      if (size > limit || !isTaken(part)) fail('body.tooLarge')
      parts.push(part)
    }
  } catch (error) {
    // The sender has gone and gets no answer.
    throw codeOf(error) === 'ECONNRESET' ? new Refusal('body.cutOff') : error
  }
  return Buffer.concat(parts)
}

/** JSON on every method, DELETE too; an empty body is `{}`. */
export const readJson = async (request: IncomingMessage, limit: number): Promise<unknown> => {
  const type = (request.headers['content-type'] ?? 'application/json').split(';')[0]!.trim().toLowerCase()
  const isForm = type === 'application/x-www-form-urlencoded'
  const bytes = await readBytes(request, limit, isForm ? () => true : createJsonGauge())
  if (bytes.length === 0) return {}
  if (isForm) return Object.fromEntries(new URLSearchParams(bytes.toString()))
  if (type !== 'application/json' && type !== 'text/plain') return fail('body.unsupported')
  const charset = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset && !/^(utf-?8|us-ascii)$/i.test(charset)) fail('body.unsupported')
  if (!isUtf8(bytes)) throw new Refusal('body.malformed', { detail: 'JSON parse error - it is not UTF-8' })
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch (error) {
    throw new Refusal('body.malformed', { detail: `JSON parse error - ${messageOf(error)}` })
  }
}
