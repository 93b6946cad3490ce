/** Other clients' frames, put into the form of ours: a frame of ours begins with the document's name. */
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { REFUSED } from '#contract/documents.ts'

const SYNC = 0
const AWARENESS = 1
const AUTH = 2
const SYNC_REPLY = 4
const CLOSE = 7
const PERMISSION_DENIED = 1

/** The client knows no word for the end of its document: its socket ends instead, for good or to come again. */
export const END = 'end'
export const LATER = 'later'

export type FrameTranslator = {
  /** What a client's frame is in our form: none, one, or more. */
  inward(frame: Uint8Array, isText: boolean): Uint8Array[]
  outward(frame: Uint8Array): Uint8Array | typeof END | typeof LATER | null
}

const withName = (name: string, write: (encoder: encoding.Encoder) => void) => {
  const encoder = encoding.createEncoder()
  encoding.writeVarString(encoder, name)
  write(encoder)
  return encoding.toUint8Array(encoder)
}

const plainOutward = (frame: Uint8Array) => {
  const decoder = decoding.createDecoder(frame)
  decoding.readVarString(decoder)
  const type = decoding.readVarUint(decoder)
  if (type === CLOSE) return END
  if (type === AUTH && decoding.readVarUint(decoder) === PERMISSION_DENIED)
    return decoding.readVarString(decoder) === REFUSED ? END : LATER
  if (type !== SYNC && type !== AWARENESS && type !== SYNC_REPLY) return null
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, type === SYNC_REPLY ? SYNC : type)
  encoding.writeUint8Array(encoder, decoding.readTailAsUint8Array(decoder))
  return encoding.toUint8Array(encoder)
}

const MAX_TOKEN = 256

/**
 * A stock y-websocket client: one document, told by the address; it knows only sync and awareness. Where it can send no
 * headers, its first message may be an API token, as text.
 */
export const plainYjs = (name: string): FrameTranslator => {
  let isOpened = false
  const open = (token: string) => {
    isOpened = true
    return withName(name, encoder => {
      encoding.writeVarUint(encoder, AUTH)
      encoding.writeVarUint(encoder, 0)
      encoding.writeVarString(encoder, token)
      encoding.writeVarString(encoder, '')
    })
  }
  return {
    inward: (frame, isText) => {
      if (isText) return isOpened ? [] : [open(Buffer.from(frame.subarray(0, MAX_TOKEN)).toString().trim())]
      const opening = isOpened ? [] : [open('')]
      const type = frame[0]
      // Type 3 asks for awareness, which we send anyway; its own auth messages mean nothing here.
      if (type !== SYNC && type !== AWARENESS) return opening
      return [...opening, withName(name, encoder => encoding.writeUint8Array(encoder, frame))]
    },
    outward: plainOutward,
  }
}

const bareId = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** An existing client names a page by its bare id; inside it is `page.<id>`. */
export const barePages = (): FrameTranslator => {
  const renamed = new Set<string>()
  return {
    inward: frame => {
      const decoder = decoding.createDecoder(frame)
      const name = decoding.readVarString(decoder)
      if (!bareId.test(name)) return [frame]
      renamed.add(name)
      return [
        withName(`page.${name}`, encoder =>
          encoding.writeUint8Array(encoder, decoding.readTailAsUint8Array(decoder)),
        ),
      ]
    },
    outward: frame => {
      const decoder = decoding.createDecoder(frame)
      const name = decoding.readVarString(decoder).replace(/^page\./, '')
      if (!renamed.has(name)) return frame
      return withName(name, encoder =>
        encoding.writeUint8Array(encoder, decoding.readTailAsUint8Array(decoder)),
      )
    },
  }
}
