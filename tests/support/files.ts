import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Attachment, UploadData } from '../../api/contract/files/files.ts'
import type { Visitor } from './visitor.ts'

export type Upload = z.infer<typeof UploadData>
export type Announced = {
  asset_id: string
  asset_url: string
  upload_data: Upload
  attachment: Attachment
}

export const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('a lighthouse')])
export const TEXT = Buffer.from('High water at six.')

/** Address of an issue's files, from that of its project. */
export const attachmentsAt = (projectPath: string, issueId: string) =>
  `${projectPath.replace('/api/', '/api/assets/v2/')}/issues/${issueId}/attachments/`

/** Sends bytes as the contract says: every field, then the file, without credentials. */
export const sendFile = (to: Upload, bytes: Buffer) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(to.fields)) form.append(name, value)
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'blob')
  return fetch(to.url, { method: 'POST', body: form })
}

type Given = { name?: string; type?: string; bytes?: Buffer; size?: number }

export const announce = async (by: Visitor, path: string, { bytes = TEXT, ...given }: Given = {}) => {
  const body = { name: 'tides.txt', type: 'text/plain', size: bytes.length, ...given }
  const reply = await by.post<Announced>(path, body)
  if (reply.status !== 200) throw new Error(`attachment: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** A file of an issue, announced, sent and confirmed. */
export const attach = async (by: Visitor, path: string, given: Given = {}) => {
  const announced = await announce(by, path, given)
  const sent = await sendFile(announced.upload_data, given.bytes ?? TEXT)
  if (sent.status !== 204) throw new Error(`upload: ${sent.status} ${await sent.text()}`)
  const { status, body } = await by.patch(`${path}${announced.asset_id}/`)
  if (status !== 204) throw new Error(`confirm: ${status} ${JSON.stringify(body)}`)
  return announced
}

/** Every file below the store's folder, half-sent ones too. */
export const filesIn = async (dataDir: string): Promise<string[]> => {
  const found = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return found.filter(entry => entry.isFile()).map(entry => entry.name)
}

/** Address of a project's images of texts. */
export const assetsAt = (projectPath: string) => `${projectPath.replace('/api/', '/api/assets/v2/')}/`

type GivenImage = { name?: string; entity_type?: string; entity_identifier?: string }

const sendImageTo = async (by: Visitor, path: string, given: GivenImage) => {
  const { status, body } = await by.post<Announced>(path, {
    name: 'lighthouse.png',
    type: 'image/png',
    size: PNG.length,
    ...given,
  })
  if (status !== 200) throw new Error(`asset: ${status} ${JSON.stringify(body)}`)
  await sendFile(body.upload_data, PNG)
  const confirmed = await by.patch(`${path}${body.asset_id}/`)
  if (confirmed.status !== 204) throw new Error(`confirm: ${confirmed.status}`)
  return body
}

/** An image of a text, announced, sent and confirmed; bound when `entity_identifier` names its noun. */
export const sendImage = (by: Visitor, projectPath: string, given: GivenImage = {}) =>
  sendImageTo(by, assetsAt(projectPath), { entity_type: 'ISSUE_DESCRIPTION', ...given })

/** Address of a workspace's pictures; without one that of the caller's own. */
export const picturesAt = (slug?: string) =>
  slug ? `/api/assets/v2/workspaces/${slug}/` : '/api/assets/v2/user-assets/'

/** A picture, announced, sent and confirmed. */
export const sendPicture = (by: Visitor, path: string, entity_type: string, entity_identifier?: string) =>
  sendImageTo(by, path, { entity_type, ...(entity_identifier ? { entity_identifier } : {}) })
