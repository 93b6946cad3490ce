/** One socket: its frames come to Hocuspocus and go back, in the words of its client, for as long as its way in is open. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hocuspocus } from '@hocuspocus/server'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { Refusal as HttpRefusal } from '#contract/errors.ts'
import { REFUSED, UNAVAILABLE } from '#contract/text/documents.ts'
import type { ServerViewer } from '../api/db/viewer.ts'
import type { Callers } from '../api/http/callers.ts'
import type { Ways } from '../api/live/ways.ts'
import type { Context } from './context.ts'
import type { Entry } from './entry.ts'
import { END, type FrameTranslator, LATER } from './frames.ts'
import { presenceOf } from './presence.ts'
import { tellPrinted } from './printed.ts'

type Options = {
  hocuspocus: Hocuspocus<Context>
  callers: Callers
  ways: Ways
  log: Logger
  isStopping: () => boolean
}
/** `line`: the connection below the socket. */
type Come = Entry & { viewer: ServerViewer; address: URL; request: IncomingMessage; line: Duplex }

export const createServing = ({ hocuspocus, callers, ways, log, isStopping }: Options) => {
  const heard = (
    socket: WebSocket,
    translator: FrameTranslator | null,
    take: (frame: Uint8Array) => unknown,
  ) => {
    const send = (frame: Uint8Array) => sendTo(socket, frame)
    socket.on('message', (frame: Buffer, isBinary) => {
      // Ongoing typing would be stored again and again, and the stop would never end. Nobody calls it saved.
      if (isStopping()) return
      try {
        for (const one of translator ? translator.inward(frame, !isBinary, send) : [frame])
          take(new Uint8Array(one))
      } catch {
        socket.close(4400, 'malformed frame')
      }
    })
  }
  return (socket: WebSocket, { viewer, asked, translator, address, request, line }: Come) => {
    const bearer = (token: string) => callers.bearer(request, token).catch(notAdmitted)
    const outward = outwardOf(socket, translator, gathering(line))
    const client = hocuspocus.handleConnection(outward, seenAs(address, request), {
      viewer,
      asked,
      bearer,
    } as Context)
    const take = (frame: Uint8Array) => tellPrinted(log, () => client.handleMessage(frame))
    const presence = presenceOf({ hocuspocus, viewer, socket, outward, take })
    heard(socket, translator, frame => presence.takes(frame) || take(frame))
    const leave = ways.watch(viewer, () => socket.close(4403, REFUSED))
    socket.on('close', (code, reason) => {
      leave()
      presence.end()
      tellPrinted(log, () => client.handleClose({ code, reason: reason.toString() }))
    })
    socket.on('error', () => socket.terminate())
  }
}

const notAdmitted = (error: unknown): null => {
  if (error instanceof HttpRefusal) return null
  throw error
}

/** The request as the library takes one. */
const seenAs = (address: URL, { headers }: IncomingMessage) =>
  new Request(address, {
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  })

const sendTo = (socket: WebSocket, frame: Uint8Array) => {
  if (socket.readyState === socket.OPEN) socket.send(frame)
}

/** Frames of one turn of the loop leave together: a key press is an answer, the letter and the caret, and a write each took longest. */
const gathering = (line: Duplex) => {
  let isHeld = false
  return () => {
    if (isHeld) return
    isHeld = true
    line.cork()
    setImmediate(() => {
      isHeld = false
      line.uncork()
    })
  }
}

/** The socket as the library writes to it. */
const outwardOf = (socket: WebSocket, translator: FrameTranslator | null, gather: () => void) => ({
  get readyState() {
    return socket.readyState
  },
  close: (code?: number, reason?: string) => socket.close(code, reason),
  send: (frame: string | ArrayBufferLike | Blob | ArrayBufferView) => {
    const translated = translator ? translator.outward(frame as Uint8Array) : (frame as Uint8Array)
    if (translated === END) socket.close(4403, REFUSED)
    else if (translated === LATER) socket.close(1013, UNAVAILABLE)
    else if (translated) {
      gather()
      sendTo(socket, translated)
    }
  },
})
