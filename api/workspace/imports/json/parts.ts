/** JSON taken apart while it arrives: the values of its outermost list or object one by one, so that none is long to read. */
import { setImmediate } from 'node:timers/promises'

/** Longer values are no issue of anybody. */
const MOST_BYTES_OF_PART = 4 * 1024 * 1024
/** Reading costs time by their number, which the length does not bound. */
const MOST_VALUES_OF_PART = 60_000
/** Entries of one answer of a service. */
const MOST_PARTS = 10_000
/** Up to here it is read at once. */
const SMALL = 100_000
const MOST_DEPTH = 500

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58]
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [91, 93, 123, 125]

/** PostgreSQL keeps neither zeros nor halves of letters. */
const UNKEPT = /\\u(?:0000|d[89a-f])/i
const clean = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

/** Reads one value; what PostgreSQL does not keep is taken out. */
export const readJson = (text: string): unknown => JSON.parse(text, UNKEPT.test(text) ? clean : undefined)

/**
 * `name`: under which the outermost object has it; null in a list. A list within the outermost object comes as `begin`,
 * and then its values one by one.
 */
export type Part = { name: string | null; kind: 'value' | 'begin' | 'one'; value: unknown }

/** What is no JSON, or holds a value that is too long. */
export class NotJson extends Error {}

/** The state of one reading: the scan looks at each byte once. */
const createScan = () => {
  const open: number[] = []
  let isText = false
  let isEscaped = false
  let name: string | null = null
  /** Are the values of a list within the outermost object coming? */
  let isWithin = false
  let kept: Buffer[] = []
  let length = 0
  let values = 0
  let began = false

  const keep = (part: Buffer) => {
    length += part.length
    if (length > MOST_BYTES_OF_PART) throw new NotJson('A value of the JSON is too long.')
    if (part.length > 0) kept.push(part)
  }
  const taken = (): string => {
    const text = Buffer.concat(kept).toString('utf8').trim()
    kept = []
    length = 0
    values = 0
    return text
  }
  const partIn = (text: string): Part[] =>
    text ? [{ name, kind: isWithin || open[0] === ARRAY ? 'one' : 'value', value: readJson(text) }] : []

  /** The parts that end in these bytes. */
  function* take(bytes: Buffer): Generator<Part> {
    let from = 0
    for (let at = 0; at < bytes.length; at++) {
      const sign = bytes[at]!
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (sign === BACKSLASH) isEscaped = true
        else if (sign === QUOTE) isText = false
        continue
      }
      if (sign === QUOTE) {
        isText = true
        continue
      }
      if (sign === COMMA || sign === ARRAY || sign === OBJECT)
        if (++values > MOST_VALUES_OF_PART) throw new NotJson('A value of the JSON holds too many values.')
      const depth = open.length
      const level = isWithin ? 2 : 1
      if (sign === ARRAY || sign === OBJECT) {
        if (depth >= MOST_DEPTH) throw new NotJson('The JSON is nested too deep.')
        open.push(sign)
        if (depth === 0) {
          began = true
          from = at + 1
        } else if (depth === 1 && open[0] === OBJECT && sign === ARRAY && name !== null) {
          isWithin = true
          taken()
          from = at + 1
          yield { name, kind: 'begin', value: null }
        }
        continue
      }
      if (depth === 0) continue
      if (sign === COLON && depth === 1 && open[0] === OBJECT) {
        keep(bytes.subarray(from, at))
        name = String(readJson(taken()))
        from = at + 1
      } else if (sign === COMMA && depth === level) {
        keep(bytes.subarray(from, at))
        yield* partIn(taken())
        from = at + 1
        if (!isWithin && open[0] === OBJECT) name = null
      } else if (sign === ARRAY_END || sign === OBJECT_END) {
        if (depth === level) {
          keep(bytes.subarray(from, at))
          yield* partIn(taken())
          from = at + 1
          isWithin = false
        }
        open.pop()
      }
    }
    if (open.length > 0) keep(bytes.subarray(from))
  }
  return {
    take,
    end: () => {
      if (!began || open.length > 0 || isText) throw new NotJson('The JSON ends before its end.')
    },
  }
}

/** The parts of a stream of JSON in their order. Throws `NotJson`, or an error of syntax. */
export async function* jsonParts(source: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const scan = createScan()
  let isFirst = true
  for await (const bytes of source) {
    const hasMark = isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    isFirst = false
    yield* scan.take(hasMark ? bytes.subarray(3) : bytes)
    await setImmediate()
  }
  scan.end()
}

const SLICE = 65_536
async function* sliced(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE)
}

/** A whole answer; a long one is read by its parts, so that it holds nobody up. */
export const parseJson = async (bytes: Buffer): Promise<unknown> => {
  if (bytes.length <= SMALL) return readJson(bytes.toString('utf8'))
  const isList = /^\s*\[/.test(bytes.toString('latin1', 0, 100))
  const list: unknown[] = []
  const named = new Map<string | null, unknown>()
  let within: unknown[] = list
  let parts = 0
  for await (const { name, kind, value } of jsonParts(sliced(bytes))) {
    if (++parts > MOST_PARTS) throw new NotJson('The answer holds too many entries.')
    if (kind === 'begin') {
      within = []
      named.set(name, within)
    } else if (kind === 'one') within.push(value)
    else named.set(name, value)
  }
  return isList ? list : Object.fromEntries(named)
}
