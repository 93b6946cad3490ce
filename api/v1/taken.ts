import type { Entity } from '#contract/define.ts'
import { fail, must } from '#contract/errors.ts'
import type { FaceV1 } from '#contract/v1/face.ts'
import { Issue } from '#contract/work/issues.ts'
import { takeTurn } from '../db/order.ts'
import { isUuid, load } from '../db/visible.ts'
import type { Work } from '../db/work.ts'
import type { Ask } from '../http/mount.ts'

type Keys = { id?: string; external_id?: string | null; external_source?: string | null; name?: string }

const other = (ask: Ask, of: Entity, where: object, own?: string): Promise<{ id: string } | undefined> => {
  const rows = ask.work
    .trx(of.table)
    .where({ [must(of.place.project, 'a project')]: ask.projectId, ...where })
  if (own) rows.whereNot('id', own)
  return rows.whereNull('deleted_at').first('id')
}

// The id of a row that the caller does not see is not told.
const told = async (ask: Ask, of: Entity, { id }: { id: string }): Promise<{ id?: string }> =>
  (await load(ask.work.trx, of, ask.viewer, id, { project: ask.projectId })) ? { id } : {}

// Calls that are committed together share a transaction, whose turns they all have. The second one with a key fails there,
// whereupon each is done by itself.
const claims = new WeakMap<Work['trx'], Map<string, Work>>()
const claim = (work: Work, key: string) => {
  const own = claims.get(work.trx) ?? new Map<string, Work>()
  claims.set(work.trx, own)
  if ((own.get(key) ?? work) !== work) fail('external.taken')
  own.set(key, work)
}

/** Refuses an external id, or a name, that another row of the project has, and names that row. */
export const judgeTaken = async (ask: Ask, { of: route, noun, isNamedOnce }: FaceV1): Promise<void> => {
  const body = ask.body as Keys
  const of = route.creates ?? route.target
  if (!noun || !of) return
  const { trx } = ask.work
  const own = route.creates ? undefined : (ask.row as { id: string }).id
  if (isNamedOnce && body.name !== undefined) {
    const same = await other(ask, of, { name: body.name }, own)
    if (same)
      fail('name.taken', {
        error: `${noun} with the same name already exists in the project`,
        ...(await told(ask, of, same)),
      })
  }
  if (!body.external_id) return
  const stored: Keys = own ? ((await trx(of.table).where('id', own).first()) as Keys) : {}
  const external_source = body.external_source === undefined ? stored.external_source : body.external_source
  const { external_id } = body
  const isKept = external_id === stored.external_id && external_source === stored.external_source
  if (!external_source || isKept) return
  // Two calls with the same key wait for each other: an index over what existing clients stored could not be made.
  const key = ['external', of.table, ask.projectId, external_source, external_id].join(' ')
  await takeTurn(ask.work, key)
  claim(ask.work, key)
  const same = await other(ask, of, { external_id, external_source }, own)
  if (same)
    fail('external.taken', {
      error: `${noun} with the same external id and external source already exists`,
      ...(await told(ask, of, same)),
    })
}

/** Refuses to take an issue out of a cycle or module that does not hold it, or not for the caller's eyes. */
export const judgeHeld = async (ask: Ask, { takesOutOf }: FaceV1): Promise<void> => {
  if (!takesOutOf) return
  const id: string = ask.ctx.params.issueId
  const issue = isUuid(id)
    ? await load(ask.work.trx, Issue, ask.viewer, id, { project: ask.projectId })
    : null
  if (!issue || ![issue[takesOutOf]].flat().includes((ask.row as { id: string }).id)) fail('issue.notFound')
}
