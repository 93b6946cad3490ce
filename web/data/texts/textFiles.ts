/** Images and files of texts on their way from this browser. The text shows each by its id until it has an asset's. */
import { v7 } from 'uuid'
import { proxy, useSnapshot } from 'valtio'
import { assetRoutes } from '#contract/files/assets.ts'
import { inlineTypes, type TextAsset } from '#contract/files/files.ts'
import { isAmong } from '#contract/keys.ts'
import { messageOf } from '#contract/messageOf.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { sizeWords } from '../../ui/size-words.ts'
import { call, OfflineError } from '../client.ts'
import { keepNewest } from '../keepNewest.ts'
import { awaitReachable, whenReachable } from '../reachable.ts'
import { readSession } from '../session.ts'
import { here } from '../viewer.ts'
import { deliver } from './upload.ts'

/** The noun whose text it is; while that does not exist yet, `subject` is null and the file is given to it later. */
export type FilePlace = { project: string; kind: TextAsset; subject: string | null }
export type FileUpload = {
  id: string
  name: string
  size: number
  percent: number
  /** `waiting`: the server was away; it goes by itself when that is back. */
  status: 'sending' | 'waiting' | 'failed'
  problem: string
  /** The address of a picture held in this browser; null for a file. */
  preview: string | null
}
type Size = { width: number; height: number }
export type SentFile = Partial<Size> & { src: string }
type Held = { place: FilePlace; file: File; stop: AbortController; done: (sent: SentFile) => void }

const state = proxy<{ uploads: Record<string, FileUpload> }>({ uploads: {} })
const held = new Map<string, Held>()
/** A file sent from here: shown without asking for it, and sent again where its text moves to another project. */
type Sent = { file: File; preview: string | null; project: string }
const sent = new Map<string, Sent>()
/** Each holds its bytes in memory; of those before them the server is asked. */
const MOST_SENT = 30
const letGo = ({ preview }: Pick<Sent, 'preview'>) => {
  if (preview) URL.revokeObjectURL(preview)
}

export const useFileUpload = (id: string): FileUpload | undefined => useSnapshot(state).uploads[id]

const under = (project: string) => ({ ws: here().slug, p: project })

export const fileAddress = (project: string, assetId: string): string =>
  `/api/assets/v2/workspaces/${encodeURIComponent(here().slug)}/projects/${project}/${encodeURIComponent(assetId)}/`

/** The address of an image: one that this browser sent itself shows at once. */
export const imageAddress = (project: string, assetId: string): string =>
  sent.get(assetId)?.preview ?? fileAddress(project, assetId)

/** A file that is in a text, by its name where it has one; null where it cannot be had. */
export const keptFile = async (project: string, assetId: string, name = ''): Promise<File | null> => {
  const known = sent.get(assetId)
  if (known) return known.file
  try {
    const answer = await fetch(imageAddress(project, assetId))
    const blob = answer.ok ? await answer.blob() : null
    return blob && new File([blob], name || `image.${blob.type.replace('image/', '')}`, { type: blob.type })
  } catch {
    return null
  }
}

/** For a chooser of files. */
export const imageTypes = inlineTypes.join()
export const isImage = (file: File) => isAmong(inlineTypes, file.type)

const problemOf = (file: File, isNamed: boolean): string | null => {
  const limit = readSession().instance?.config.file_size_limit ?? 0
  if (!isNamed && !isImage(file)) return 'Only PNG, JPEG, WebP and GIF images can be shown in a text.'
  if (file.size === 0) return 'It is empty.'
  return file.size > limit ? `It is larger than ${sizeWords(limit)}.` : null
}

/** The files that may be sent, as images or as files; toasts give the reason for the others. */
export const takeFiles = (files: Iterable<File>, { named = false } = {}): File[] => {
  const all = [...files]
  const refused = all.filter(file => problemOf(file, named) !== null)
  const [first, ...others] = refused
  if (first)
    toast.failure(
      others.length > 0
        ? `${refused.length} files were not added. The first is “${first.name}”. ${problemOf(first, named)}`
        : `“${first.name}” was not added. ${problemOf(first, named)}`,
    )
  return all.filter(file => !refused.includes(file))
}

const sizeOf = async (preview: string | null): Promise<Partial<Size>> => {
  if (preview === null) return {}
  const image = Object.assign(new Image(), { src: preview })
  try {
    await image.decode()
    return { width: image.naturalWidth, height: image.naturalHeight }
  } catch {
    // The server judges what it is; without its size it is as wide as it comes.
    return {}
  }
}

const forget = (id: string) => {
  held.delete(id)
  delete state.uploads[id]
}

/** It will not be sent: nobody looks at its picture any more. */
const drop = (id: string) => {
  const upload = state.uploads[id]
  if (upload) letGo(upload)
  forget(id)
}

const send = async (id: string) => {
  const upload = state.uploads[id]
  const kept = held.get(id)
  if (!upload || !kept) return
  const { place, file, stop, done } = kept
  const params = under(place.project)
  Object.assign(upload, { status: 'sending', percent: 0, problem: '' })
  const body = {
    name: file.name,
    type: file.type,
    size: file.size,
    entity_type: place.kind,
    ...(upload.preview === null ? { as_file: true } : {}),
    ...(place.subject ? { entity_identifier: place.subject } : {}),
  }
  try {
    const [size, src] = await Promise.all([
      sizeOf(upload.preview),
      deliver(
        {
          announce: async () => (await call(assetRoutes.create, { params, body })).body,
          confirm: assetId => call(assetRoutes.confirm, { params: { ...params, assetId } }),
          remove: assetId => call(assetRoutes.remove, { params: { ...params, assetId } }),
        },
        file,
        {
          signal: stop.signal,
          onPercent: percent => {
            upload.percent = percent
          },
        },
      ),
    ])
    keepNewest(sent, src, { file, preview: upload.preview, project: place.project }, MOST_SENT, letGo)
    done({ src, ...size })
    forget(id)
  } catch (error) {
    if (stop.signal.aborted) drop(id)
    else if (error instanceof OfflineError) {
      Object.assign(upload, { status: 'waiting', problem: '' })
      awaitReachable()
    } else Object.assign(upload, { status: 'failed', problem: messageOf(error) })
  }
}

/** Begins to send, as an image or to be named; answers the id by which the text shows it meanwhile. */
export const startFile = (
  place: FilePlace,
  file: File,
  done: Held['done'],
  { named = false } = {},
): string => {
  const id = v7()
  held.set(id, { place, file, stop: new AbortController(), done })
  state.uploads[id] = {
    id,
    name: file.name,
    size: file.size,
    percent: 0,
    status: 'sending',
    problem: '',
    preview: named ? null : URL.createObjectURL(file),
  }
  void send(id)
  return id
}

export const retryFile = (id: string) => {
  const kept = held.get(id)
  if (!kept) return
  kept.stop = new AbortController()
  void send(id)
}

export const cancelFile = (id: string) => {
  held.get(id)?.stop.abort()
  if (state.uploads[id]?.status !== 'sending') drop(id)
}

whenReachable(() => {
  for (const { id, status } of Object.values(state.uploads)) if (status === 'waiting') retryFile(id)
})

/** A file that was sent to another project than this one, for its text has moved. */
export const sentElsewhere = (assetId: string, project: string): File | null => {
  const known = sent.get(assetId)
  return known && known.project !== project ? known.file : null
}

const isOnItsWay = (upload: FileUpload | undefined) => upload !== undefined && upload.status !== 'failed'

/**
 * HTML as it may be sent: without empty lines at its end, and places that got no file. Null, and said, while one is on its
 * way.
 */
export const withFiles = (given: string): string | null => {
  const html = given.replace(/(?:<p><\/p>)+$/, '')
  if (!/<(?:image|file)-component/.test(html)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const place of body.querySelectorAll(':is(image-component, file-component):not([src])')) {
    if (isOnItsWay(state.uploads[place.id])) {
      toast.failure('A file is still being uploaded. Try again when it is done.')
      return null
    }
    place.remove()
  }
  return body.innerHTML
}

const RETRY_MS = 4000
const RETRIES = 5

/**
 * Gives sent files to their new noun. One call each: a file copied from another text belongs to that one already and is
 * refused, and must not keep the others back.
 */
export const bindAll = (project: string, subject: string, html: string): void => {
  const params = { ...under(project), entityId: subject }
  const bind = async (assetId: string, left: number): Promise<void> => {
    try {
      await call(assetRoutes.bind, { params, body: { asset_ids: [assetId] } })
    } catch (error) {
      if (!(error instanceof OfflineError) || left === 0) return
      setTimeout(() => void bind(assetId, left - 1), RETRY_MS)
    }
  }
  const ids = html.matchAll(/<(?:image|file)-component[^>]*\ssrc="([\w-]+)"/g)
  for (const id of new Set([...ids].map(match => match[1]))) if (id) void bind(id, RETRIES)
}

/** A deleted file whose block has come back. False when it cannot be had again. */
export const restoreFile = async (assetId: string): Promise<boolean> => {
  try {
    await call(assetRoutes.restore, { params: { ws: here().slug, assetId } })
    return true
  } catch {
    return false
  }
}

addEventListener('beforeunload', event => {
  if (Object.values(state.uploads).some(isOnItsWay)) event.preventDefault()
})
