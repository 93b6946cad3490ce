import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { announce, attachmentsAt, type Upload } from '../support/files.ts'
import { type Figure, percentile, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

const MB = 1_000_000
const PART = Buffer.alloc(64_000, 'a')

function* formOf(fields: Upload['fields'], size: number, boundary: string) {
  for (const [name, value] of Object.entries(fields))
    yield `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  yield `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\n\r\n`
  for (let left = size; left > 0; left -= PART.length) yield PART.subarray(0, left)
  yield `\r\n--${boundary}--\r\n`
}

/** Sends as it goes, holding one part only: the growth of memory is the server's. */
const stream = async ({ url, fields }: Upload, size: number) => {
  const boundary = 'part-of-the-bench'
  const sent = request(url, {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', reply => resolve(reply.resume().statusCode))
    sent.on('error', reject)
  })
  await pipeline(Readable.from(formOf(fields, size, boundary)), sent)
  const status = await answered
  if (status !== 204) throw new Error(`upload: ${status}`)
}

/** One file as large as the limit, from its announcement to its confirmation, several times. */
export const uploads = async ({ make, team, fileSizeLimit: size }: BenchWorld): Promise<Figure[]> => {
  const issue = await make.issue(team.admin, team.path)
  const path = attachmentsAt(team.path, issue.id)
  const upload = async () => {
    const { asset_id, upload_data } = await announce(team.admin, path, { size })
    await stream(upload_data, size)
    await team.admin.patch(`${path}${asset_id}/`)
  }
  // The first one loads code and fills the pools that stay.
  await upload()
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  const samples = await timed(5, upload)
  clearInterval(watch)
  const { body } = await team.admin.get<unknown[]>(path)
  if (body.length !== samples.length + 1) throw new Error(`${body.length} files were kept`)
  const seconds = percentile(samples, 0.5) / 1000
  return [
    {
      measure: `upload of ${size / MB} MB: growth of memory at its peak`,
      aim: '50 MB',
      value: `${Math.round((peak - before) / MB)} MB, ${Math.round(size / MB / seconds)} MB/s`,
      n: samples.length,
      note: 'resident memory, server and sender in one process',
    },
  ]
}
