import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { WebSocket } from 'ws'
import type { Visitor } from './visitor.ts'

/** Kinds of frames, as the documents' protocol numbers them. */
export const FRAME = {
  sync: 0,
  awareness: 1,
  auth: 2,
  stateless: 5,
  broadcastStateless: 6,
  close: 7,
} as const
const UPDATE = 2

export const frame = (name: string, kind: number, write: (encoder: encoding.Encoder) => void) => {
  const encoder = encoding.createEncoder()
  encoding.writeVarString(encoder, name)
  encoding.writeVarUint(encoder, kind)
  write(encoder)
  return encoding.toUint8Array(encoder)
}
export const authFrame = (name: string, token = '') =>
  frame(name, FRAME.auth, encoder => {
    encoding.writeVarUint(encoder, 0)
    encoding.writeVarString(encoder, token)
  })
export const updateFrame = (name: string, update: Uint8Array) =>
  frame(name, FRAME.sync, encoder => {
    encoding.writeVarUint(encoder, UPDATE)
    encoding.writeVarUint8Array(encoder, update)
  })
export const textFrame = (name: string, kind: number, text: string) =>
  frame(name, kind, encoder => encoding.writeVarString(encoder, text))

/** A bare socket to the documents, which sends exactly the frames of a test, well-behaved or not. */
export const rawSocket = async (origin: string, who: Visitor | null, query = '?schema=1') => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/live/collaboration${query}`, {
    headers: who ? { cookie: who.cookie() } : {},
  })
  const kinds: number[] = []
  const bodies: string[] = []
  let closed = 0
  socket.on('message', (data: Buffer) => {
    const decoder = decoding.createDecoder(new Uint8Array(data))
    decoding.readVarString(decoder)
    kinds.push(decoding.readVarUint(decoder))
    bodies.push(data.toString('latin1'))
  })
  socket.on('close', code => {
    closed = code
  })
  socket.on('error', () => {})
  await new Promise(resolve => socket.once('open', resolve))
  return {
    /** All in one go: the server has the last one in its queue when it begins to judge the first. */
    send: (...frames: Uint8Array[]) => {
      for (const one of frames) if (socket.readyState === WebSocket.OPEN) socket.send(one)
    },
    kinds,
    bodies,
    closed: () => closed,
    terminate: () => socket.terminate(),
    close: () => socket.close(),
  }
}
