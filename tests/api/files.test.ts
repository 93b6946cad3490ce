import { createHmac } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createTickets } from '../../api/files/tickets.ts'
import { build } from '../support/build.ts'
import { announce, attach, attachmentsAt, filesIn, sendFile, TEXT } from '../support/files.ts'
import { until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<typeof make.team>>
let at: string

beforeAll(async () => {
  server = await startServer({ FILE_SIZE_LIMIT: '50000000' })
  make = build(server)
  team = await make.team()
  at = attachmentsAt(team.path, (await make.issue(team.admin, team.path)).id)
})

const tickets = async () =>
  createTickets((await readFile(join(server.dataDir, 'secrets', 'files'), 'utf8')).trim())
const code = (response: Response) => [response.status, response.headers.get('x-error-code')]
const policyOf = (fields: Record<string, string>) =>
  JSON.parse(Buffer.from(fields.policy ?? '', 'base64url').toString()) as Record<string, unknown>

test('an upload whose terms were altered, forged or left out is refused and keeps nothing', async () => {
  const { upload_data } = await announce(team.member, at)
  const other = await announce(team.member, at)
  const before = await filesIn(server.dataDir)
  const policy = Buffer.from(JSON.stringify({ ...policyOf(upload_data.fields), most: 1e9 })).toString(
    'base64url',
  )
  const forged = createHmac('sha256', 'guessed').update(`upload.${policy}`).digest('base64url')
  const alterations: Record<string, string>[] = [
    { 'Content-Type': 'text/html' },
    { key: other.upload_data.fields.key ?? '' },
    { key: '../../secrets/files' },
    { policy },
    { policy, signature: forged },
    { signature: '' },
    { signature: other.upload_data.fields.signature ?? '' },
  ]
  for (const altered of alterations) {
    const fields = { ...upload_data.fields, ...altered }
    const reply = await sendFile({ url: upload_data.url, fields }, TEXT)
    expect(code(reply), JSON.stringify(altered)).toEqual([403, 'upload.forged'])
  }
  expect(await filesIn(server.dataDir)).toEqual(before)
})

test('an upload announced more than an hour ago is refused', async () => {
  const { upload_data } = await announce(team.member, at)
  const { key = '', 'Content-Type': type = '' } = upload_data.fields
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const terms = { key, type, most: TEXT.length }
  const fields = async (minutes: number) => (await tickets()).uploadFields(terms, ago(minutes))
  expect(code(await sendFile({ url: upload_data.url, fields: await fields(61) }, TEXT))).toEqual([
    403,
    'upload.forged',
  ])
  expect((await sendFile({ url: upload_data.url, fields: await fields(59) }, TEXT)).status).toBe(204)
})

test('more bytes than announced are refused, none as well', async () => {
  const { upload_data } = await announce(team.member, at)
  const before = await filesIn(server.dataDir)
  for (const bytes of [Buffer.concat([TEXT, Buffer.from('!')]), Buffer.alloc(0), Buffer.alloc(3_000_000)])
    expect(code(await sendFile(upload_data, bytes))).toEqual([400, 'file.size'])
  expect(await filesIn(server.dataDir)).toEqual(before)
  expect((await sendFile(upload_data, TEXT)).status).toBe(204)
})

test('a sent file stays as it is: sent again, before or after it is confirmed, it is refused', async () => {
  const { asset_url, upload_data } = await announce(team.member, at)
  expect((await sendFile(upload_data, TEXT)).status).toBe(204)
  const other = Buffer.from(TEXT.toString().toUpperCase())
  expect(code(await sendFile(upload_data, other))).toEqual([409, 'upload.repeated'])
  expect((await team.member.patch(asset_url)).status).toBe(204)
  expect(code(await sendFile(upload_data, other))).toEqual([409, 'upload.repeated'])
  const { location } = await team.member.get(asset_url)
  expect(await (await fetch(new URL(String(location), server.origin))).text()).toBe(TEXT.toString())
})

test('a malformed form is refused, and the server goes on', async () => {
  const { upload_data } = await announce(team.member, at)
  const send = async (body: BodyInit, type?: string) =>
    code(
      await fetch(upload_data.url, {
        method: 'POST',
        body,
        ...(type ? { headers: { 'content-type': type } } : {}),
      }),
    )
  const malformed = [400, 'upload.malformed']
  expect(await send('{}', 'application/json')).toEqual(malformed)
  expect(await send('nothing', 'multipart/form-data')).toEqual(malformed)
  expect(await send('nothing', 'multipart/form-data; boundary=x')).toEqual(malformed)
  expect(await send(new URLSearchParams(upload_data.fields))).toEqual(malformed)
  const head = Object.entries(upload_data.fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const cut = `${head.join('')}--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nHigh`
  const before = await filesIn(server.dataDir)
  expect(await send(cut, 'multipart/form-data; boundary=x')).toEqual(malformed)
  expect(await filesIn(server.dataDir)).toEqual(before)
  expect((await sendFile(upload_data, TEXT)).status).toBe(204)
})

test('a sender that goes away half-way leaves nothing behind', async () => {
  const bytes = Buffer.alloc(2_000_000, 'a')
  const { asset_url, upload_data } = await announce(team.member, at, { bytes })
  const before = (await filesIn(server.dataDir)).length
  const call = request(upload_data.url, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  call.on('error', () => {})
  for (const [name, value] of Object.entries(upload_data.fields))
    call.write(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  call.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
  call.write(bytes.subarray(0, 1_000_000))
  await until(async () => (await filesIn(server.dataDir)).length > before)
  call.destroy()
  await until(async () => (await filesIn(server.dataDir)).length === before)
  expect((await team.member.patch(asset_url)).status).toBe(400)
  expect((await sendFile(upload_data, bytes)).status).toBe(204)
  expect((await team.member.patch(asset_url)).status).toBe(204)
})

test('files lie under random names that only the server’s user may read', async () => {
  const { attachment } = await attach(team.member, at, { name: 'secret plan.txt' })
  const name = attachment.asset.split('/')[1] ?? ''
  const folder = join(server.dataDir, 'files', name.slice(0, 2), name.slice(2, 4))
  expect(await filesIn(server.dataDir)).toContain(name)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  for (const path of [folder, join(server.dataDir, 'files')])
    expect((await stat(path)).mode & 0o777).toBe(0o700)
})

test('an address for a download holds for one file and for two minutes', async () => {
  const [mine, theirs] = [await attach(team.member, at), await attach(team.member, at)]
  const { location } = await team.member.get(mine.asset_url)
  const good = new URL(String(location), server.origin)
  expect((await fetch(good)).status).toBe(200)
  const altered = (change: (url: URL) => void) => {
    const url = new URL(good)
    change(url)
    return fetch(url)
  }
  expect((await altered(url => url.searchParams.set('expires', '99999999999'))).status).toBe(404)
  expect((await altered(url => url.searchParams.delete('signature'))).status).toBe(404)
  expect((await altered(url => url.searchParams.set('signature', 'x'))).status).toBe(404)
  expect((await altered(url => Object.assign(url, { pathname: `/files/${theirs.asset_id}` }))).status).toBe(
    404,
  )
  const old = (await tickets()).downloadPath(mine.asset_id, new Date(Date.now() - 120_000))
  expect((await fetch(server.origin + old)).status).toBe(404)
  expect(Number(good.searchParams.get('expires')) * 1000).toBeLessThanOrEqual(Date.now() + 120_000)
})

test('the right to a file is asked for each time, whatever was fetched before', async () => {
  const { asset_url } = await attach(team.admin, at)
  const who = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, who, 15)
  await make.joinProject(team.admin, team.path, who, 15)
  const before = await who.get(asset_url)
  expect([before.status, before.headers.get('cache-control')]).toEqual([302, 'private, no-cache'])
  await server.db('project_members').where('member', who.id).update({ is_active: false })
  expect((await who.get(asset_url)).status).toBe(404)
})

test.for([
  ['the page’s own origin', { origin: 'own' }, 'own'],
  [
    'neither a foreign origin nor a foreign host',
    { origin: 'https://evil.example', host: 'evil.example' },
    'own',
  ],
] as const)('files are sent to an address of ours: %s', async ([, given]) => {
  const body = JSON.stringify({ name: 'a.txt', type: 'text/plain', size: 1 })
  const token = await make.token(team.admin, team.workspace.slug)
  const origin = given.origin === 'own' ? server.origin : given.origin
  const answer = await new Promise<string>((resolve, reject) => {
    const call = request(
      server.origin + at,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': token.token,
          origin,
          ...('host' in given ? { host: given.host } : {}),
        },
      },
      reply => {
        let text = ''
        reply.on('data', part => {
          text += part
        })
        reply.on('end', () => resolve(text))
      },
    )
    call.on('error', reject)
    call.end(body)
  })
  const { upload_data } = JSON.parse(answer) as { upload_data: { url: string } }
  expect(upload_data.url).toBe(`${server.origin}/files/upload`)
})
