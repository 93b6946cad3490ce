/** A text by ordinary calls, for when its socket cannot be had. */
import * as buffer from 'lib0/buffer'
import { type DocumentKind, parseDocumentName } from '#contract/text/documentNames.ts'
import { pageRoutes } from '#contract/text/pages.ts'
import { issueTextRoutes } from '#contract/work/issueText.ts'
import { call } from '../../data/client.ts'
import { getRow } from '../../data/rows.ts'
import { here } from '../../data/viewer.ts'

type Where = { ws: string; p: string; id: string }

const put: Record<DocumentKind, (where: Where, update: string) => Promise<unknown>> = {
  issue: ({ id: issueId, ...params }, description_binary) =>
    call(issueTextRoutes.updateBinary, { params: { ...params, issueId }, body: { description_binary } }),
  page: ({ id: pageId, ...params }, description_binary) =>
    call(pageRoutes.updateBinary, { params: { ...params, pageId }, body: { description_binary } }),
}
const addressOf: Record<DocumentKind, string> = {
  issue: issueTextRoutes.getBinary.path,
  page: pageRoutes.getBinary.path,
}

const placeOf = (name: string): { kind: DocumentKind; where: Where } => {
  const named = parseDocumentName(name)
  const project = named && getRow(named.kind, named.id)?.project_id
  if (!named || !project) throw new Error('The address of this text is unknown.')
  return { kind: named.kind, where: { ws: here().slug, p: project, id: named.id } }
}

/** A text as its server has it. */
export const readByCall = async (name: string): Promise<Uint8Array> => {
  const { kind, where } = placeOf(name)
  const path = addressOf[kind].replace(/:(ws|p)\b/g, (_, part: 'ws' | 'p') => where[part])
  const answer = await fetch(path.replace(/:\w+/, where.id))
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Sends what is here, answers what is there. */
export const saveByCall = async (name: string, update: Uint8Array): Promise<Uint8Array> => {
  const { kind, where } = placeOf(name)
  await put[kind](where, buffer.toBase64(update))
  return readByCall(name)
}
