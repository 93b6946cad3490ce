import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { Refusal } from '#contract/errors.ts'

const parserFor = (request: IncomingMessage) => {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { fields: 10, fieldSize: 4096, fieldNameSize: 100, files: 1, parts: 12, headerPairs: 20 },
      isPartAFile: name => name === 'file',
    })
  } catch {
    throw new Refusal('upload.malformed')
  }
}

/**
 * Reads a form of fields and then one file, as it arrives. `take` gets the file's stream and ends when all of it is
 * kept; the form is read no faster than `take` reads. A failure ends the stream with an error, so that `take` keeps
 * nothing.
 */
export const receiveForm = (
  request: IncomingMessage,
  take: (fields: Record<string, string>, file: Readable) => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const parser = parserFor(request)
    const fields: Record<string, string> = Object.create(null) as Record<string, string>
    let taken: Promise<void> | null = null
    let file: Readable | null = null
    const stop = (error: unknown) => {
      // Read to its end, into nothing: a browser gets a refusal only after it has sent everything.
      request.unpipe(parser)
      request.resume()
      file?.destroy(error as Error)
      const refuse = () => reject(error)
      if (taken) taken.then(refuse, refuse)
      else refuse()
    }
    parser.on('field', (name, value) => {
      fields[name] = value
    })
    parser.on('file', (_name, stream) => {
      file = stream
      // Without a listener of our own a broken form would end the process.
      stream.on('error', () => {})
      taken = take(fields, stream)
      taken.catch(stop)
    })
    parser.on('error', () => stop(new Refusal('upload.malformed')))
    parser.on('finish', () =>
      (taken ?? Promise.reject(new Refusal('upload.malformed'))).then(resolve, reject),
    )
    // The sender has gone and gets no answer.
    request.on('error', () => stop(new Refusal('body.cutOff')))
    request.on('close', () => {
      if (!request.complete) stop(new Refusal('upload.malformed'))
    })
    request.pipe(parser)
  })
