import type { Knex } from 'knex'
import type { z } from 'zod'
import { Activity, type ActivityAnswer, type Activity as ActivityRow } from '#contract/work/activity.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { countOf, visible } from '../../db/visible.ts'
import { readOrder } from '../../http/inputs.ts'
import { envelope, readPage } from '../../http/page.ts'
import { withDetails } from './details.ts'
import { namedIssues, withoutUnseen } from './unseen.ts'

// Kept for feeds and webhooks; in the history comments stand for themselves, and the rest would only be noise.
const NOT_SHOWN = ['comment', 'vote', 'reaction', 'draft']

/** Leaves out what is reported elsewhere. */
export const shownHere = (rows: Knex.QueryBuilder): void => {
  rows.where((shown: Knex.QueryBuilder) => shown.whereNull('field').orWhereNotIn('field', NOT_SHOWN))
}

type Asked = { trx: Knex; viewer: ServerViewer }

export const answered = async ({ trx, viewer }: Asked, rows: ActivityRow[]) => {
  const named = await namedIssues(trx, rows)
  const told = await withDetails(
    trx,
    rows.map(row => withoutUnseen(viewer, named, row)),
  )
  return told.map(activity => ({ ...activity, attachments: [] })) as z.infer<typeof ActivityAnswer>[]
}

/** Somebody's acts in these projects, as far as the viewer sees them. */
export const allDoneIn = ({ trx, viewer }: Asked, actor: string, projects: string[]) =>
  visible(trx, Activity, viewer).where('actor', actor).whereRaw('project = any(?::uuid[])', [projects])

/** The same without comments, votes, reactions and drafts. */
export const doneIn = (asked: Asked, actor: string, projects: string[]) => {
  const rows = allDoneIn(asked, actor, projects)
  shownHere(rows)
  return rows
}

const inOrder = (order: 'asc' | 'desc') => [{ column: 'created_at', order }, { column: 'id' }]

/** Acts page by page, the newest first where no other order is asked for. */
export const pageOfDone = async (
  asked: Asked,
  rows: () => ReturnType<typeof doneIn>,
  query: Parameters<typeof readPage>[0] & { order_by?: string | undefined },
) => {
  const { order } = readOrder(query.order_by, ['created_at'], '-created_at')
  const ask = readPage(query)
  const [page, total] = await Promise.all([
    rows()
      .orderBy(inOrder(order))
      .limit(ask.size)
      .offset(ask.page * ask.size),
    countOf(rows()),
  ])
  const results = await answered(asked, page)
  return envelope(ask, total, total, results.length, results)
}

/** The newest changes of issues. */
export const latestActivity = async (asked: Asked, actor: string, projects: string[], most: number) => {
  const rows = await doneIn(asked, actor, projects).orderBy(inOrder('desc')).limit(most)
  return answered(asked, rows)
}
