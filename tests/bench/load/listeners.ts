/** The live sockets of many people, in a process of their own. Few of them read what they are sent: a parser costs more than the load. */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type Bootstrap, PROTOCOL } from '../../../api/contract/changes.ts'
import { visitor } from '../../support/visitor.ts'
import { clock, obey, type Setting, type Words, watchSelf } from './words.ts'

const AT_ONCE = 25
const [TEXT, CLOSE, PING, PONG] = [1, 8, 9, 10]
const MARK = /~(w\d+)~/g

const told: Omit<Words['listeners'], 'own'> = { messages: 0, bytes: 0, resets: 0, closed: 0, arrived: [] }
const sockets: Socket[] = []
let ready = 0

const masked = (opcode: number, payload: Buffer) => {
  const long = payload.length > 125
  const head = Buffer.from([0x80 | opcode, 0x80 | (long ? 126 : payload.length)])
  const length = Buffer.alloc(long ? 2 : 0)
  if (long) length.writeUInt16BE(payload.length)
  const mask = randomBytes(4)
  return Buffer.concat([head, length, mask, payload.map((byte, at) => byte ^ mask[at % 4]!)])
}

/** The length of the frame at that place with its head, and where its payload begins; null if its head is not whole. */
const frameAt = (bytes: Buffer, at: number) => {
  if (bytes.length < at + 2) return null
  const short = bytes[at + 1]! & 127
  const head = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < at + head) return null
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
  return { opcode: bytes[at]! & 15, from: at + head, to: at + head + length }
}

/** Reads the frames of a socket. Of one that is sampled each is read whole, of the others the beginning. */
const frames = (socket: Socket, isSampled: boolean) => {
  let rest = Buffer.alloc(0)
  /** So many bytes of a frame that is skipped are still to come. */
  let skip = 0
  const seen = new Set<string>()
  const hear = (opcode: number, payload: Buffer) => {
    if (opcode === PING) return socket.write(masked(PONG, payload))
    if (opcode === CLOSE) told.closed++
    if (opcode !== TEXT) return
    told.messages++
    const begin = payload.toString('latin1', 0, 24)
    if (begin.startsWith('{"type":"ready"')) ready++
    if (begin.startsWith('{"type":"reset"')) told.resets++
    if (!isSampled) return
    const now = clock()
    // A row that is changed again has it again: it arrives once.
    for (const [, mark = ''] of payload.toString('latin1').matchAll(MARK)) {
      if (!seen.has(mark)) told.arrived.push([mark, now])
      seen.add(mark)
    }
  }
  return (chunk: Buffer) => {
    told.bytes += chunk.length
    if (skip >= chunk.length) {
      skip -= chunk.length
      return
    }
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = skip
    skip = 0
    for (let frame = frameAt(bytes, at); frame; frame = frameAt(bytes, at)) {
      const { opcode, from, to } = frame
      const isWhole = to <= bytes.length
      if (!isWhole && (isSampled || bytes.length < from + 24)) break
      hear(opcode, bytes.subarray(from, Math.min(to, bytes.length)))
      at = to
      if (!isWhole) {
        skip = to - bytes.length
        at = bytes.length
        break
      }
    }
    bytes = bytes.subarray(at)
    // The chunk's memory is used again for the next.
    rest = Buffer.from(bytes)
  }
}

const open = (origin: string, session: string, words: object[], isSampled: boolean) =>
  new Promise<void>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    let read: ((chunk: Buffer) => void) | null = null
    let answer = ''
    const onBytes = (size: number, buffer: Uint8Array) => {
      const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, size)
      if (read) read(chunk)
      else {
        answer += chunk.toString('latin1')
        const end = answer.indexOf('\r\n\r\n')
        if (end < 0) return true
        if (!answer.startsWith('HTTP/1.1 101')) reject(new Error(answer.slice(0, 80)))
        read = frames(socket, isSampled)
        for (const word of words) socket.write(masked(TEXT, Buffer.from(JSON.stringify(word))))
        const early = Buffer.from(answer.slice(end + 4), 'latin1')
        if (early.length > 0) read(early)
        resolve()
      }
      return true
    }
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer, callback: onBytes } })
    socket.setNoDelay()
    socket.on('connect', () =>
      socket.write(
        `GET /live HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nCookie: session-id=${session}\r\n\r\n`,
      ),
    )
    socket.on('error', reject)
    socket.on('close', () => {
      if (!isOver) told.closed++
    })
    sockets.push(socket)
  })

/** One for all: bytes are read before the next come. */
const buffer = Buffer.alloc(256 * 1024)
let isOver = false
let self = watchSelf()

obey({
  /** Each person reads a snapshot, as a browser does, and follows from there, in one tab or several. */
  open: async ({ origin, slug, people, places, size, sampled }: Setting) => {
    const each = Math.ceil(size.sockets / people.length)
    const rampUp = people.entries()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const [nth, { session, projects }] of rampUp) {
          const caller = visitor(origin)
          caller.jar.set('session-id', session)
          const { body } = await caller.get<Bootstrap>(`/api/workspaces/${slug}/bootstrap/`)
          const hello = { type: 'hello', protocol: PROTOCOL, workspace: slug, after: body.at }
          for (let tab = 0; tab < each && nth + tab * people.length < size.sockets; tab++) {
            const place = places[projects[tab % projects.length]!]!
            const here = { type: 'here', place: { kind: 'project', id: place.id } }
            // Those who are sampled see the first project.
            const isSampled = tab === 0 && projects.includes(0) && sampled-- > 0
            await open(origin, session, tab % 4 === 3 ? [hello, here] : [hello], isSampled)
          }
        }
      }),
    )
    for (let n = 0; ready < sockets.length && n < 300; n++) await setTimeout(100)
    return { sockets: sockets.length, ready }
  },
  begin: () => {
    Object.assign(told, { messages: 0, bytes: 0, resets: 0, closed: 0, arrived: [] })
    self = watchSelf()
  },
  end: (): Words['listeners'] => {
    const own = self()
    isOver = true
    for (const socket of sockets) socket.destroy()
    return { own, ...told }
  },
})
