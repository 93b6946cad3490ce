import { fail, must } from '#contract/errors.ts'
import { Activity, activityRoutes, Subscription } from '#contract/work/activity.ts'
import { Comment } from '#contract/work/comments.ts'
import type { Issue } from '#contract/work/issues.ts'
import { isUuid, visible } from '../../db/visible.ts'
import { instantOf } from '../../http/inputs.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { projectsOf } from '../../lists/scope.ts'
import { composeComments } from '../comments/compose.ts'
import { allDoneIn, answered, doneIn, pageOfDone, shownHere } from './doneBy.service.ts'
import { follow, ownSubscription, unsubscribe } from './subscribers.ts'

export const mountActivity = (server: Server) =>
  mount(
    server,
    activityRoutes,
    {
      history: async ({ viewer, trx, row, query }) => {
        const after = instantOf('created_at__gt', query)
        const kind = query.activity_type
        const activities = async () => {
          const rows = visible(trx, Activity, viewer).where('issue', row.id).orderBy(['created_at', 'id'])
          shownHere(rows)
          if (after) rows.where('created_at', '>', after)
          return answered({ trx, viewer }, await rows)
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
      historyOne: async ({ viewer, trx, row, params }) => {
        const rows = visible(trx, Activity, viewer).where({ issue: row.id, id: params.activityId })
        shownHere(rows)
        return (await answered({ trx, viewer }, await rows))[0] ?? fail('row.notFound')
      },
      ofPerson: async ({ viewer, trx, workspaceId, params, query, ctx }) => {
        if (!isUuid(params.userId)) fail('path.notFound')
        // Named once with commas, or several times.
        const named = [ctx.query.project ?? []].flat().flatMap(text => text.split(','))
        const reached = projectsOf({ in: 'workspace', workspace: workspaceId }, viewer)
        const projects = query.project ? reached.filter(id => named.includes(id)) : reached
        const asked = { trx, viewer }
        return pageOfDone(asked, () => doneIn(asked, params.userId, projects), query)
      },
      mine: ({ viewer, trx, query }) => {
        const reached = Object.keys(viewer.workspaces).flatMap(workspace =>
          projectsOf({ in: 'workspace', workspace }, viewer),
        )
        const asked = { trx, viewer }
        return pageOfDone(asked, () => allDoneIn(asked, viewer.id, reached), query)
      },
      subscribed: async ({ viewer, trx, row }) => {
        const own = await ownSubscription(trx, viewer, row.id)
        return { subscribed: own !== undefined && own.deleted_at === null }
      },
      subscribe: async ({ viewer, work, row }) => {
        await follow([{ work, issue: row, person: viewer.id, again: true }])
        return row
      },
      unsubscribe: ({ work, row }) => unsubscribe(work, row.id),
    },
    {
      presenter: {
        as: Subscription.schema,
        show: async ({ viewer, trx }, issue: Issue) =>
          must(await ownSubscription(trx, viewer, issue.id), 'the subscription'),
      },
    },
  )
