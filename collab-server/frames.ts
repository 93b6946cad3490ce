/** Other clients' frames, put into the form of ours: a frame of ours begins with the document's name. */
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { COMMON_WORDS, type DocumentWord, REFUSED, WRITE_REFUSALS } from '#contract/text/documents.ts'

const SYNC = 0
const AWARENESS = 1
const AUTH = 2
const SYNC_REPLY = 4
const STATELESS = 5
const CLOSE = 7
const SYNC_STATUS = 8
/** A sync message: "this is my state; send me the rest". */
const STEP_ONE = 0
/** Of auth, among frames of ours; a stock Yjs client has it at 0. */
const PERMISSION_DENIED = 1

/** The client knows no word for the end of its document: its socket ends instead, for good or to come again. */
export const END = 'end'
export const LATER = 'later'

type Send = (frame: Uint8Array) => void

/** `isText`: the client sent it as text. `answer` sends a frame back to the client as it is. */
export type FrameTranslator = {
  /** Translates a client's frame into our form: none, one, or more. */
  inward(frame: Uint8Array, isText: boolean, answer: Send): Uint8Array[]
  outward(frame: Uint8Array): Uint8Array | typeof END | typeof LATER | null
}

const written = (write: (encoder: encoding.Encoder) => void) => {
  const encoder = encoding.createEncoder()
  write(encoder)
  return encoding.toUint8Array(encoder)
}

const withName = (name: string, write: (encoder: encoding.Encoder) => void) =>
  written(encoder => {
    encoding.writeVarString(encoder, name)
    write(encoder)
  })

/** Ended by us for a reason: for good, or to come again; by the client itself: nothing to say. */
const endBy = (reason: string) => {
  if (reason === 'provider_initiated') return null
  return reason === REFUSED ? END : LATER
}

/** The right to write as one of our words says it: a sentence that refuses it, null that grants it. */
const refusalIn = (payload: string): string | null | undefined => {
  if (!payload.startsWith('{')) return undefined
  const word = JSON.parse(payload) as DocumentWord
  if (word.type === 'tooLong') return WRITE_REFUSALS.tooLong
  if (word.type !== 'rights') return undefined
  return word.write ? null : WRITE_REFUSALS[word.why]
}

const deniedAsStock = (reason: string) =>
  written(encoder => {
    encoding.writeVarUint(encoder, AUTH)
    encoding.writeVarUint(encoder, 0)
    encoding.writeVarString(encoder, reason)
  })

/**
 * For a stock Yjs client. It knows sync, awareness, and "permission denied", which it is sent when it only reads from now
 * on, and again for each update that was not taken.
 */
const stockOutward = (): FrameTranslator['outward'] => {
  let refusal: string = WRITE_REFUSALS.readOnly
  return frame => {
    const decoder = decoding.createDecoder(frame)
    decoding.readVarString(decoder)
    const type = decoding.readVarUint(decoder)
    if (type === CLOSE) return endBy(decoding.readVarString(decoder))
    if (type === AUTH && decoding.readVarUint(decoder) === PERMISSION_DENIED)
      return endBy(decoding.readVarString(decoder))
    if (type === STATELESS) {
      const told = refusalIn(decoding.readVarString(decoder))
      if (!told) return null
      refusal = told
      return deniedAsStock(refusal)
    }
    if (type === SYNC_STATUS) return decoding.readVarUint(decoder) === 0 ? deniedAsStock(refusal) : null
    if (type !== SYNC && type !== AWARENESS && type !== SYNC_REPLY) return null
    return written(encoder => {
      encoding.writeVarUint(encoder, type === SYNC_REPLY ? SYNC : type)
      encoding.writeUint8Array(encoder, decoding.readTailAsUint8Array(decoder))
    })
  }
}

const MAX_TOKEN = 256

/**
 * A stock y-websocket client: one document, known by the address. Where it can send no headers, its first message may be an
 * API token, as text.
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
    outward: stockOutward(),
  }
}

const bareId = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** More documents than one socket of an existing client may name. */
const MAX_NAMES = 1_000
const MAX_NAME = 200

/**
 * A client of the Hocuspocus protocol that was written for another server. With `namesPages` it names a page by its bare id;
 * inside it is `page.<id>`. Unless it `isOurs` it knows only the common words, and neither the frame that ends a document
 * nor the rule that its first frame of a document has to bring a token, be it empty.
 */
export const existingClient = (client: { isOurs: boolean; namesPages: boolean }): FrameTranslator => {
  const renamed = new Set<string>()
  const asked = new Set<string>()

  const remember = (names: Set<string>, name: string) => {
    if (names.size >= MAX_NAMES || name.length > MAX_NAME) throw new Error('too many documents on one socket')
    names.add(name)
  }

  const isWithoutToken = (name: string, decoder: decoding.Decoder): boolean => {
    const type = decoding.readVarUint(decoder)
    if (type === AUTH) remember(asked, name)
    return type === SYNC && decoding.readVarUint(decoder) === STEP_ONE && !asked.has(name)
  }

  const hears = (type: number, decoder: decoding.Decoder) =>
    type !== STATELESS || COMMON_WORDS.has(decoding.readVarString(decoder))

  return {
    inward: (frame, _isText, answer) => {
      const decoder = decoding.createDecoder(frame)
      const name = decoding.readVarString(decoder)
      if (!client.isOurs && isWithoutToken(name, decoding.clone(decoder))) {
        const denied = withName(name, encoder => {
          encoding.writeVarUint(encoder, AUTH)
          encoding.writeVarUint(encoder, PERMISSION_DENIED)
          encoding.writeVarString(encoder, REFUSED)
        })
        answer(denied)
        return []
      }
      if (!client.namesPages || !bareId.test(name)) return [frame]
      remember(renamed, name)
      return [
        withName(`page.${name}`, encoder =>
          encoding.writeUint8Array(encoder, decoding.readTailAsUint8Array(decoder)),
        ),
      ]
    },
    outward: frame => {
      const decoder = decoding.createDecoder(frame)
      const full = decoding.readVarString(decoder)
      if (!client.isOurs) {
        const rest = decoding.clone(decoder)
        const type = decoding.readVarUint(rest)
        if (type === CLOSE) return endBy(decoding.readVarString(rest))
        if (!hears(type, rest)) return null
      }
      const name = full.replace(/^page\./, '')
      if (!renamed.has(name)) return frame
      return withName(name, encoder =>
        encoding.writeUint8Array(encoder, decoding.readTailAsUint8Array(decoder)),
      )
    },
  }
}
