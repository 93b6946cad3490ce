/** Bytes that no client library would send: requests, upgrades and frames that are broken in some way, or in several. */
import * as encoding from 'lib0/encoding'
import type { Dice } from './dice.ts'
import { authFrame, FRAME, frame, textFrame, updateFrame } from './frames.ts'

/** The pretended sender of the bytes, and their target. */
export type Aim = { cookie: string; token: string; slug: string; path: string; page: string }

const LINE = '\r\n'

const targets = ({ slug, path, page }: Aim) => [
  '//u:p@x/live/collaboration',
  `//u:p@x/yjs/${slug}/page.${page}`,
  'http://[',
  // An account would end by DELETE, as it may.
  'http://u:p@here/api/users/me/settings/',
  'javascript:1',
  '*',
  '',
  '/%',
  '/%E0%A4%A',
  '/\xff\xfe',
  '/#a#b',
  '/\\\\x/y',
  '/..%2f..%2f',
  `/${'a/'.repeat(2_000)}`,
  `/${'%25'.repeat(3_000)}`,
  '/api/users/me/settings/?a[__proto__]=1&a=2&a=3',
  '/API/users/me/settings/',
  '/api/workspaces/__proto__/bootstrap/',
  '/api/workspaces/constructor/projects/toString/',
  `/api/workspaces/${slug}/changes/?after=-1e9&limit=NaN`,
  `/api/workspaces/${slug}/changes/?after=9999999999999999999`,
  `${path}/issues/?cursor=::&per_page=1e3&order_by=__proto__&group_by=constructor`,
  `${path}/issues/?filters=%7B%22and%22%3A%5B&state__in=%00`,
  `${path}/issues/`,
  `${path}/pages/${page}/`,
  `${path}/pages/${page}/description/`,
  '/files/upload',
  '/files/0?expires=NaN&signature=%00',
  '/auth/sign-in/',
  '/auth/sign-out/',
  '/auth/email-check/',
  '/live',
  '/live/collaboration',
  '/live/%',
  `/yjs/${slug}/page.${page}`,
  '/yjs/%/%E0%A4%A',
  '/yjs/__proto__/constructor',
]

const METHODS = [
  'GET',
  'POST',
  'PATCH',
  'DELETE',
  'PUT',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'BREW',
  'g\x01t',
]
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '']

const headers = (dice: Dice, { cookie, token }: Aim, most: number): string[] => {
  const all = [
    'Host: here',
    'Host: [',
    'Host: evil.example:99999',
    'Host:',
    `Cookie: ${cookie}`,
    `Cookie: ${cookie}`,
    'Cookie: session-id=%; session-id; =; __proto__=1',
    `Cookie: ${'a=b; '.repeat(1_000)}`,
    'Authorization: Bearer x',
    'Authorization: \xff\xfe',
    `Authorization: Bearer ${token}`,
    `X-Api-Key: ${'k'.repeat(5_000)}`,
    'Origin: null',
    'Origin: http://[',
    'Referer: http://[',
    'Accept-Encoding: identity;q=0, *;q=0',
    'Accept-Encoding: br;q=nan, \xff',
    'Content-Type: application/json',
    'Content-Type: application/json; charset=__proto__',
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Type: multipart/form-data',
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: -1',
    'Content-Length: 5',
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: nonsense',
    'Expect: 100-continue',
    'Expect: the unexpected',
    'Range: bytes=9-1',
    'If-None-Match: *',
    'X-Mutation-Id: 00000000-0000-7000-8000-000000000000',
    'X-Forwarded-For: \xff, ,',
    'Connection: Upgrade',
    'Connection: keep-alive, Upgrade',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Version: 99',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Key: short',
    'Sec-WebSocket-Protocol: a,,b',
    'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99',
    'no colon at all',
    ': nameless',
    'Two Words: x',
    'Folded: a\r\n b',
    `Long: ${'x'.repeat(20_000)}`,
    'Zero: a\x00b',
  ]
  return Array.from({ length: dice.number(most + 1) }, () => dice.pick(all))
}

const bodies = (dice: Dice) =>
  dice.pick([
    () => '',
    () => dice.bytes(dice.number(400)).toString('latin1'),
    () => 'null',
    () => '{"name":',
    () => `${'['.repeat(20_000)}`,
    () =>
      `{"description_html":${JSON.stringify('<b>'.repeat(300))},"view_props":${'{"a":'.repeat(300)}1${'}'.repeat(300)}}`,
    () => 'csrfmiddlewaretoken[]=a&csrfmiddlewaretoken=&email[__proto__]=x&next_path=/\xe6\x97\xa5',
    () => '--x\r\nContent-Disposition: form-data; name="file"; filename="\x00"\r\n\r\nabc',
    () => '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--x--\r\n',
    () => '5\r\nhello\r\n0\r\n\r\n',
    () => 'ffffffffffffffff\r\nhello',
    () => 'zz\r\n',
  ])()

/** One request, or something like it: right in all but a few things, or in hardly any. */
export const request = (dice: Dice, aim: Aim): Buffer => {
  const target = dice.pick(targets(aim))
  if (dice.chance(0.3)) {
    const first = [dice.pick(METHODS), target, dice.pick(VERSIONS)].join(dice.chance(0.9) ? ' ' : '\t')
    return Buffer.from([first, ...headers(dice, aim, 9), '', bodies(dice)].join(LINE), 'latin1')
  }
  const body = dice.chance(0.5) ? bodies(dice) : ''
  const lines = [
    `${dice.pick(METHODS.slice(0, 7))} ${target} HTTP/1.1`,
    'Host: here',
    `Content-Length: ${body.length}`,
    ...(dice.chance(0.7) ? [`Cookie: ${aim.cookie}`] : []),
    ...headers(dice, aim, 2),
  ]
  return Buffer.from([...lines, '', body].join(LINE), 'latin1')
}

/** A socket that is opened as it should be, mostly; the frames on it are not. */
export const upgrade = (dice: Dice, aim: Aim): Buffer => {
  const { cookie, slug, page } = aim
  const good = [
    `/yjs/${slug}/page.${page}`,
    '/live',
    '/live/collaboration',
    '/live/collaboration?documentType=project_page&schema=99',
  ]
  const target = dice.pick(dice.chance(0.8) ? good : targets(aim))
  const lines = [
    `GET ${target} HTTP/1.1`,
    'Host: here',
    `Cookie: ${cookie}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  return Buffer.from([...lines, '', ''].join(LINE))
}

/** Bytes as one frame of a socket, as the protocol wants it. */
const framed = (payload: Uint8Array, opcode = 2, first = 0x80): Buffer => {
  const long = payload.length > 125
  const head = long
    ? [first | opcode, 0x80 | 126, payload.length >> 8, payload.length & 255]
    : [first | opcode, 0x80 | payload.length]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload])
}

const names = ({ page }: Aim) => [
  `page.${page}`,
  `page.${page}`,
  `page.${page}`,
  page,
  '__proto__',
  'constructor',
  '',
  '\0',
  'page.x',
]

const documentFrame = (dice: Dice, aim: Aim): Uint8Array => {
  const name = dice.pick(names(aim))
  const garbage = dice.bytes(dice.number(60))
  return dice.pick([
    () => authFrame(name),
    () => authFrame(name, dice.pick(['{}', 'tandem_guess', '\0'.repeat(50)])),
    () => updateFrame(name, garbage),
    () => frame(name, FRAME.sync, encoder => encoding.writeUint8Array(encoder, garbage)),
    () => frame(name, FRAME.awareness, encoder => encoding.writeVarUint8Array(encoder, garbage)),
    () => frame(name, FRAME.auth, encoder => encoding.writeUint8Array(encoder, garbage)),
    () => frame(name, dice.number(300), encoder => encoding.writeUint8Array(encoder, garbage)),
    () => textFrame(name, FRAME.stateless, '{"type":"saved"}'),
    () => textFrame(name, FRAME.broadcastStateless, 'x'),
    () => textFrame(name, FRAME.close, ''),
    // One client's caret, whose state is no object.
    () =>
      frame(name, FRAME.awareness, encoder => {
        const inner = encoding.createEncoder()
        for (const number of [1, dice.number(99), 1]) encoding.writeVarUint(inner, number)
        encoding.writeVarString(inner, dice.pick(['5', '"a"', '[]', '{', '{"user":null}', '[[['.repeat(900)]))
        encoding.writeVarUint8Array(encoder, encoding.toUint8Array(inner))
      }),
  ])()
}

const LIVE_WORDS = [
  '',
  'null',
  '[]',
  '{"type":"hello"}',
  '{"type":"hello","protocol":1e99,"workspace":"__proto__","after":{"workspace":0,"user":0}}',
  '{"type":"hello","protocol":1,"workspace":"constructor","after":{"workspace":-1,"user":null}}',
  '[['.repeat(4_000),
]

/** The frames that are sent on a socket once it is open. */
export const frames = (dice: Dice, aim: Aim): Buffer[] => {
  const sent = [framed(authFrame(`page.${aim.page}`))]
  for (let n = 1 + dice.number(5); n > 0; n--)
    sent.push(
      dice.pick([
        () => framed(documentFrame(dice, aim)),
        () => framed(documentFrame(dice, aim)),
        () => framed(documentFrame(dice, aim).subarray(1 + dice.number(3))),
        () => framed(dice.bytes(dice.number(125))),
        () => framed(Buffer.from(dice.pick(LIVE_WORDS)), 1),
        // Reserved bits and opcodes, pieces without a beginning, control frames that are too long, bytes that are no text.
        () => framed(dice.bytes(dice.number(300)), dice.number(16), dice.pick([0, 0x80, 0xc0, 0xf0])),
        () => framed(dice.bytes(20), 1),
        () => framed(dice.bytes(dice.number(4)), 8),
        () => dice.bytes(dice.number(40)),
      ])(),
    )
  return sent
}
