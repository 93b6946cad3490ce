/** Files of an issue: stored ones, and those being sent from this browser. */
import { v7 } from 'uuid'
import { proxy, useSnapshot } from 'valtio'
import { type Attachment, attachmentTypes } from '#contract/files/files.ts'
import { messageOf } from '#contract/messageOf.ts'
import { attachmentRoutes } from '#contract/work/attachments.ts'
import type { Issue } from '#contract/work/issues.ts'
import { call } from '../../data/client.ts'
import { mutate } from '../../data/mutate.ts'
import { getRows } from '../../data/rows.ts'
import { readRows } from '../../data/rowsBy.ts'
import { deliver } from '../../data/texts/upload.ts'
import { here } from '../../data/viewer.ts'
import { sizeWords } from '../../ui/size-words.ts'

export type Upload = {
  id: string
  issueId: string
  name: string
  size: number
  percent: number
  /** `refused` would be refused again: there is nothing to retry. */
  status: 'waiting' | 'sending' | 'failed' | 'refused'
  problem: string
}

type Params = { ws: string; p: string; issueId: string }

const AT_ONCE = 3
const state = proxy<{ uploads: Upload[] }>({ uploads: [] })
const held = new Map<string, { issue: Issue; params: Params; file: File; stop: AbortController }>()

export const useUploads = (issueId: string) =>
  useSnapshot(state).uploads.filter(upload => upload.issueId === issueId)

const paramsOf = (issue: Issue): Params => ({ ws: here().slug, p: issue.project_id, issueId: issue.id })

export const isShown = (issueId: string) => (file: Attachment) => file.issue === issueId && file.is_uploaded

export const loadAttachments = (issue: Issue): Promise<void> =>
  readRows({ attachment: getRows('attachment').filter(isShown(issue.id)) }, async () => ({
    attachment: (await call(attachmentRoutes.list, { params: paramsOf(issue) })).body,
  }))

const forget = (id: string) => {
  held.delete(id)
  state.uploads = state.uploads.filter(upload => upload.id !== id)
}

const send = async (upload: Upload) => {
  const kept = held.get(upload.id)
  if (!kept) return
  const { issue, params, file, stop } = kept
  Object.assign(upload, { status: 'sending', percent: 0, problem: '' })
  try {
    // An unlisted type is sent as plain bytes: it is stored and downloaded all the same.
    const type = attachmentTypes.has(file.type) ? file.type : 'application/octet-stream'
    const body = { name: file.name, type, size: file.size }
    await deliver(
      {
        announce: async () => (await call(attachmentRoutes.create, { params, body })).body,
        confirm: assetId => call(attachmentRoutes.confirm, { params: { ...params, assetId } }),
        remove: assetId => call(attachmentRoutes.remove, { params: { ...params, assetId } }),
      },
      file,
      {
        signal: stop.signal,
        onPercent: percent => {
          upload.percent = percent
        },
      },
    )
  } catch (error) {
    if (stop.signal.aborted) forget(upload.id)
    else Object.assign(upload, { status: 'failed', problem: messageOf(error) })
    return sendNext()
  }
  // A person who has gone to another workspace meanwhile reads that one's rows.
  if (here().slug === params.ws) await loadAttachments(issue).catch(() => {})
  forget(upload.id)
  sendNext()
}

const sendNext = () => {
  const of = (status: Upload['status']) => state.uploads.filter(upload => upload.status === status)
  for (const upload of of('waiting').slice(0, AT_ONCE - of('sending').length)) void send(upload)
}

export const attachFiles = (issue: Issue, files: Iterable<File>, limit: number) => {
  for (const file of files) {
    const id = v7()
    const problem =
      file.size === 0 ? 'It is empty.' : file.size > limit ? `It is larger than ${sizeWords(limit)}.` : ''
    held.set(id, { issue, params: paramsOf(issue), file, stop: new AbortController() })
    state.uploads.push({
      id,
      issueId: issue.id,
      name: file.name,
      size: file.size,
      percent: 0,
      status: problem ? 'refused' : 'waiting',
      problem,
    })
  }
  sendNext()
}

export const retryUpload = (id: string) => {
  const upload = state.uploads.find(one => one.id === id)
  if (upload?.status === 'failed') upload.status = 'waiting'
  sendNext()
}

/** Ends an upload, or takes one that failed from sight. */
export const cancelUpload = (id: string) => {
  held.get(id)?.stop.abort()
  if (state.uploads.find(one => one.id === id)?.status !== 'sending') forget(id)
}

export const deleteAttachment = (issue: Issue, file: Attachment) =>
  mutate({
    route: attachmentRoutes.remove,
    params: { ...paramsOf(issue), assetId: file.id },
    entity: 'attachment',
    id: file.id,
    patch: {},
    removes: true,
    failure: 'The file was not deleted.',
  })
