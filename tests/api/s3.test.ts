import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, expect, inject, test } from 'vitest'
import { openDiskStore } from '../../api/files/diskStore.ts'
import { type Moved, moveFiles } from '../../api/files/move.ts'
import { openStore } from '../../api/files/open.ts'
import { newKey } from '../../api/files/store.ts'
import { purge } from '../../api/jobs/purge.ts'
import { readSettings } from '../../api/settings.ts'
import { bytesOf as entryBytes, openStoredZip } from '../../api/workspace/imports/pages/storedZip.ts'
import { build } from '../support/build.ts'
import {
  type Announced,
  announce,
  attach,
  attachmentsAt,
  filesIn,
  PNG,
  picturesAt,
  sendFile,
  sendImage,
  sendPicture,
  TEXT,
} from '../support/files.ts'
import { zipOf } from '../support/pageArchives.ts'
import { startS3 } from '../support/s3.ts'
import { startServer, type TestServer } from '../support/server.ts'

let s3: Awaited<ReturnType<typeof startS3>>
let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<typeof make.team>>
let at: string

beforeAll(async () => {
  s3 = await startS3()
  server = await startServer(s3.env)
  make = build(server)
  team = await make.team()
  at = attachmentsAt(team.path, (await make.issue(team.admin, team.path)).id)
  return s3.close
})

const settings = (dataDir: string) => readSettings({ ...s3.env, DATA_DIR: dataDir })
const bucket = () => openStore(settings(server.dataDir))
const bytesOf = async (file: { stream: AsyncIterable<Buffer> } | null) => {
  if (!file) return null
  const parts: Buffer[] = []
  for await (const part of file.stream) parts.push(part)
  return Buffer.concat(parts).toString()
}
const outcome = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('x-error-code'),
]
const fetched = async (path: string) => {
  const { location } = await team.member.get(path)
  return fetch(new URL(String(location), server.origin))
}

test('bytes go straight to the bucket, come back through us, and the disk sees none', async () => {
  const { upload_data, asset_url, attachment } = await announce(team.member, at)
  expect(new URL(upload_data.url).origin).toBe(s3.origin)
  expect((await sendFile(upload_data, TEXT)).status).toBe(204)
  expect(await bytesOf(await bucket().read(attachment.asset))).toBe(null)
  expect((await team.member.patch(asset_url)).status).toBe(204)
  expect(await bytesOf(await bucket().read(attachment.asset))).toBe(TEXT.toString())
  const answer = await fetched(asset_url)
  expect(await answer.text()).toBe(TEXT.toString())
  expect(answer.headers.get('content-length')).toBe(String(TEXT.length))
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="tides.txt"/)
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(await filesIn(server.dataDir)).toEqual([])
})

test('a zip in the bucket is read at any place of it, as on the disk', async () => {
  const far = randomBytes(600_000)
  const zip = zipOf({ 'far.png': far, 'A.md': '# A' })
  const disk = openStore({ dataDir: server.dataDir })
  for (const store of [bucket(), disk]) {
    const key = newKey(team.workspace.id)
    await store.put(key, Readable.from([Buffer.from(zip)]), zip.length)
    const part = await store.read(key, { start: 1, end: 3 })
    expect([part?.size, await bytesOf(part)]).toEqual([
      zip.length,
      Buffer.from(zip).subarray(1, 3).toString(),
    ])
    const opened = await openStoredZip(store, key)
    expect(opened.entries.map(({ name }) => name)).toEqual(['far.png', 'A.md'])
    expect((await entryBytes(opened.entries[1]!, 100))?.toString()).toBe('# A')
    expect((await entryBytes(opened.entries[0]!, 1_000_000))?.equals(far)).toBe(true)
    opened.close()
    await store.remove(key)
  }
})

test('pages may send to the bucket, and to no other host', async () => {
  const { headers } = await fetch(server.origin)
  expect(headers.get('content-security-policy')).toContain(`connect-src 'self' ${s3.origin};`)
})

test('the bucket refuses another size, type or key than was announced', async () => {
  const { upload_data } = await announce(team.member, at)
  const other = await announce(team.member, at)
  const send = async (fields: Record<string, string>, bytes = TEXT) =>
    (await sendFile({ url: upload_data.url, fields: { ...upload_data.fields, ...fields } }, bytes)).status
  expect(await send({}, Buffer.concat([TEXT, Buffer.from('!')]))).toBe(403)
  expect(await send({}, Buffer.alloc(0))).toBe(403)
  expect(await send({ 'Content-Type': 'text/html' })).toBe(403)
  expect(await send({ key: other.upload_data.fields.key ?? '' })).toBe(403)
  expect(
    await send({ 'X-Amz-Signature': other.upload_data.fields['X-Amz-Signature']?.replace(/./, 'g') ?? '' }),
  ).toBe(403)
  expect(await send({})).toBe(204)
})

test('a file that differs from its announcement is refused and gone; sent again properly, it is taken', async () => {
  const { upload_data, asset_url } = await announce(team.member, at)
  expect((await team.member.patch(asset_url)).status).toBe(400)
  expect((await sendFile(upload_data, TEXT.subarray(1))).status).toBe(204)
  expect(outcome(await team.member.patch(asset_url))).toEqual([400, 'file.differs'])
  expect(outcome(await team.member.patch(asset_url))).toEqual([400, 'file.notUploaded'])
  await sendFile(upload_data, TEXT)
  expect((await team.member.patch(asset_url)).status).toBe(204)

  const wrong = Buffer.from('<script>1</script>')
  const image = await team.member.post<Announced>(picturesAt(), {
    name: 'me.png',
    type: 'image/png',
    size: wrong.length,
    entity_type: 'USER_AVATAR',
  })
  await sendFile(image.body.upload_data, wrong)
  expect(outcome(await team.member.patch(`${picturesAt()}${image.body.asset_id}/`))).toEqual([
    400,
    'file.differs',
  ])
})

test('a confirmed file stays as it is, whatever is sent under its form later', async () => {
  const { upload_data, asset_url } = await attach(team.member, at)
  const other = Buffer.from(TEXT.toString().toUpperCase())
  expect((await sendFile(upload_data, other)).status).toBe(204)
  expect((await team.member.patch(asset_url)).status).toBe(204)
  expect(await (await fetched(asset_url)).text()).toBe(TEXT.toString())
})

test('images of texts and pictures are shown in place', async () => {
  const image = await sendImage(team.member, team.path)
  const picture = await sendPicture(team.member, picturesAt(), 'USER_AVATAR')
  for (const { asset_url } of [image, picture]) {
    const answer = await fetched(asset_url)
    expect(answer.headers.get('content-disposition')).toMatch(/^inline/)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG)
  }
})

test('while the bucket does not answer nothing is confirmed and downloads say so', async () => {
  const { upload_data, asset_url } = await announce(team.member, at)
  await sendFile(upload_data, TEXT)
  const kept = await attach(team.member, at)
  s3.state.away = true
  expect(outcome(await team.member.patch(asset_url))).toEqual([503, 'file.storeAway'])
  expect((await fetched(kept.asset_url)).status).toBe(503)
  s3.state.away = false
  expect((await team.member.patch(asset_url)).status).toBe(204)
  expect((await fetched(kept.asset_url)).status).toBe(200)
})

test('the purge removes bytes from the bucket, and files that were never confirmed', async () => {
  const gone = await attach(team.admin, at)
  const unsent = await announce(team.admin, at)
  await sendFile(unsent.upload_data, TEXT)
  expect((await team.admin.delete(gone.asset_url)).status).toBe(204)
  await server
    .db('file_assets')
    .where('id', gone.asset_id)
    .update({ deleted_at: new Date(Date.now() - 61 * 86_400_000) })
  await purge(server.db, { ...settings(server.dataDir), hardDeleteAfterDays: 60 })
  expect(await bucket().read(gone.attachment.asset)).toBe(null)
  expect(await bytesOf(await bucket().arrived(unsent.attachment.asset, 99))).toBe(TEXT.toString())
  expect(await bucket().sweep(new Date(Date.now() + 60_000))).toBeGreaterThan(0)
  expect(await bucket().arrived(unsent.attachment.asset, 99)).toBe(null)
})

test('files move from the disk to a bucket and back: cut off, run again, and never half', async () => {
  const own = await startServer()
  const far = await startS3()
  const there = build(own)
  const crew = await there.team()
  const path = attachmentsAt(crew.path, (await there.issue(crew.admin, crew.path)).id)
  const files = []
  for (const text of ['one', 'two', 'three'])
    files.push(await attach(crew.admin, path, { bytes: Buffer.from(text), size: text.length }))
  await crew.admin.delete(files[2]!.asset_url)
  await announce(crew.admin, path)
  const disk = openDiskStore(own.dataDir)
  const s3Store = openStore(readSettings({ ...far.env, DATA_DIR: own.dataDir }))

  let told = 0
  const cut = moveFiles(own.db, disk, s3Store, () => {
    told++
    throw new Error('cut off')
  })
  await expect(cut).rejects.toThrow('cut off')
  expect(told).toBe(1)
  const seen: number[] = []
  const moved: Moved = await moveFiles(own.db, disk, s3Store, ({ total }) => seen.push(total))
  expect(moved).toEqual({ copied: 2, there: 1, missing: [] })
  expect(seen).toEqual([3, 3, 3])

  const key = files[0]!.attachment.asset
  await s3Store.remove(key)
  await s3Store.put(key, (await disk.read(files[1]!.attachment.asset))!.stream, 3)
  expect(await moveFiles(own.db, disk, s3Store, () => {})).toMatchObject({ copied: 1, there: 2 })
  expect(await bytesOf(await s3Store.read(key))).toBe('one')

  const empty = openDiskStore(await mkdtemp(join(inject('folder'), 'moved-')))
  await s3Store.remove(files[1]!.attachment.asset)
  expect(await moveFiles(own.db, s3Store, empty, () => {})).toEqual({
    copied: 2,
    there: 0,
    missing: [files[1]!.attachment.asset],
  })
  expect(await bytesOf(await empty.read(files[2]!.attachment.asset))).toBe('three')
})
