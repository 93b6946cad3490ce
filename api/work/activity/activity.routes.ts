import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import { Activity, type Activity as ActivityRow, activityRoutes } from '#contract/work/activity.ts'
import { Comment } from '#contract/work/comments.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { countOf, isUuid, visible } from '../../db/visible.ts'
import { instantOf } from '../../http/inputs.ts'
import { mount } from '../../http/mount.ts'
import { envelope, readPage } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { projectsOf } from '../../lists/scope.ts'
import { composeComments } from '../comments/compose.ts'
import { withDetails } from './details.ts'
import { follow, ownSubscription, unsubscribe } from './subscribers.ts'
import { namedIssues, withoutUnseen } from './unseen.ts'

// Kept for feeds and webhooks; in the history comments stand for themselves, and the rest would only be noise.
const NOT_SHOWN = ['comment', 'vote', 'reaction', 'draft']

const answered = async (trx: Knex, viewer: ServerViewer, rows: ActivityRow[]) => {
  const named = await namedIssues(trx, rows)
  const told = await withDetails(
    trx,
    rows.map(row => withoutUnseen(viewer, named, row)),
  )
  return told.map(activity => ({ ...activity, attachments: [] }))
}

type PageQuery = Parameters<typeof readPage>[0]

/** What somebody did in these projects, as far as the viewer sees it, the newest first. */
const doneBy = async (
  { trx, viewer }: { trx: Knex; viewer: ServerViewer },
  actor: string,
  projects: string[],
  query: PageQuery,
) => {
  const ask = readPage(query)
  const rows = () =>
    visible(trx, Activity, viewer).where('actor', actor).whereRaw('project = any(?::uuid[])', [projects])
  const [page, total] = await Promise.all([
    rows()
      .orderBy([{ column: 'created_at', order: 'desc' }, { column: 'id' }])
      .limit(ask.size)
      .offset(ask.page * ask.size),
    countOf(rows()),
  ])
  const results = await answered(trx, viewer, page)
  return envelope(ask, total, total, results.length, results)
}

export const mountActivity = (server: Server) =>
  mount(
    server,
    activityRoutes,
    {
      history: async ({ viewer, trx, row, query }) => {
        const after = instantOf('created_at__gt', query)
        const kind = query.activity_type
        const activities = async () => {
          const rows = visible(trx, Activity, viewer)
            .where('issue', row.id)
            .where(shown => shown.whereNull('field').orWhereNotIn('field', NOT_SHOWN))
            .orderBy(['created_at', 'id'])
          if (after) rows.where('created_at', '>', after)
          return answered(trx, viewer, await rows)
        }
        const comments = async () => {
          const rows = visible(trx, Comment, viewer).where('issue', row.id).orderBy(['created_at', 'id'])
          if (after) rows.where('created_at', '>', after)
          return composeComments(trx, viewer, await rows)
        }
        if (kind === 'issue-property') return activities()
        if (kind === 'issue-comment') return comments()
        return [...(await activities()), ...(await comments())].sort((a, b) =>
          a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0,
        )
      },
      ofPerson: async ({ viewer, trx, workspaceId, params, query, ctx }) => {
        if (!isUuid(params.userId)) fail('path.notFound')
        // Named once with commas, or several times.
        const named = [ctx.query.project ?? []].flat().flatMap(text => text.split(','))
        const reached = projectsOf({ in: 'workspace', workspace: workspaceId }, viewer)
        const projects = query.project ? reached.filter(id => named.includes(id)) : reached
        return doneBy({ trx, viewer }, params.userId, projects, query)
      },
      mine: ({ viewer, trx, query }) => {
        const reached = Object.keys(viewer.workspaces).flatMap(workspace =>
          projectsOf({ in: 'workspace', workspace }, viewer),
        )
        return doneBy({ trx, viewer }, viewer.id, reached, query)
      },
      subscribed: async ({ viewer, trx, row }) => {
        const own = await ownSubscription(trx, viewer, row.id)
        return { subscribed: own !== undefined && own.deleted_at === null }
      },
      subscribe: async ({ viewer, work, row }) => {
        await follow([{ work, issue: row, person: viewer.id, again: true }])
        return (await ownSubscription(work.trx, viewer, row.id))!
      },
      unsubscribe: ({ work, row }) => unsubscribe(work, row.id),
    },
    {
      again: {
        subscribe: async ({ viewer, trx, params }) => (await ownSubscription(trx, viewer, params.issueId))!,
      },
    },
  )
