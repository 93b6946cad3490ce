import type { Knex } from 'knex'
import { v7 } from 'uuid'
import type { RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import { MEMBER } from '#contract/rules.ts'
import { Subscription } from '#contract/work/activity.ts'
import type { Issue } from '#contract/work/issues.ts'
import { prepared } from '../../db/knex.ts'
import { removeAll } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { note, type Work } from '../../db/work.ts'
import type { Happened } from './catalogue.ts'

/** `again`: also who had left; only a mention, an assignment or the person's own wish brings them back. */
export type Following = { work: Work; issue: Issue; person: string; again: boolean }

/** Subscribes people to issues that they may see; present subscriptions stay as they are. */
export const follow = async (followings: Following[]): Promise<void> => {
  if (followings.length === 0) return
  const wanted = new Map<string, Following>()
  for (const one of followings) {
    const key = `${one.issue.id}${one.person}`
    if (one.again || !wanted.has(key)) wanted.set(key, one)
  }
  const { rows } = await prepared<RowOf<typeof Subscription>>(
    followings[0]!.work.trx,
    'followers',
    `insert into issue_subscriptions as s (id, created_at, updated_at, created_by, updated_by, issue, subscriber, project, workspace)
     select r.id, r.now, r.now, r.actor, r.actor, r.issue, r.subscriber, r.project, r.workspace
       from jsonb_to_recordset(:rows::jsonb) as r(id uuid, now timestamptz, actor uuid, issue uuid, subscriber uuid,
              project uuid, workspace uuid)
       join issues i on i.id = r.issue
       join projects p on p.id = r.project
       join project_members m on m.project = r.project and m.member = r.subscriber and m.is_active
      where m.role >= ${MEMBER} or p.guest_view_all_features or i.created_by = r.subscriber
      order by r.issue, r.subscriber
     on conflict (issue, subscriber) do update
        set deleted_at = null, updated_at = excluded.updated_at, revision = s.revision + 1
      where s.deleted_at is not null and (s.issue::text || s.subscriber::text) = any(:again)
     returning ${Subscription.columns.map(name => `s.${name}`).join(', ')}`,
    {
      again: [...wanted].filter(([, one]) => one.again).map(([key]) => key),
      rows: JSON.stringify(
        [...wanted.values()].map(({ work, issue, person }) => ({
          id: v7(),
          now: work.now,
          actor: work.viewer.id || null,
          issue: issue.id,
          subscriber: person,
          project: issue.project_id,
          workspace: issue.workspace_id,
        })),
      ),
    },
  )
  for (const row of rows) {
    const { work } = must(wanted.get(`${row.issue}${row.subscriber}`), 'who wanted to follow')
    await note(work, Subscription, 'create', row, null)
  }
}

// Fields that notify nobody subscribe nobody.
const SILENT = new Set(['issue', 'reaction', 'cycles', 'modules', 'inbox', 'vote'])

/** Subscribes people who act on an issue, its new assignees, and the agent that it is delegated to. */
export const subscribeActors = (happened: (Happened & { work: Work })[]): Promise<void> =>
  follow(
    happened.flatMap(({ work, issue, entry, silent, actor = work.viewer.id || null }): Following[] => [
      ...(actor && !work.viewer.isBot && !silent && !SILENT.has(entry.field ?? '')
        ? [{ work, issue, person: actor, again: false }]
        : []),
      ...((entry.field === 'assignees' || entry.field === 'delegate') && entry.new_identifier
        ? [{ work, issue, person: entry.new_identifier, again: true }]
        : []),
    ]),
  )

/** The caller's own subscription, also one that they ended. */
export const ownSubscription = async (
  trx: Knex,
  viewer: ServerViewer,
  issueId: string,
): Promise<RowOf<typeof Subscription> | undefined> =>
  trx('issue_subscriptions')
    .where({ issue: issueId, subscriber: viewer.id })
    .first<RowOf<typeof Subscription> | undefined>(Subscription.columns)

/** Ends a person's subscription; without one nothing happens. */
export const unsubscribe = async (work: Work, issueId: string): Promise<void> => {
  const own = await ownSubscription(work.trx, work.viewer, issueId)
  if (own && own.deleted_at === null) await removeAll(work, Subscription, [own])
}

export const isSubscribed = async (trx: Knex, viewer: ServerViewer, issueId: string): Promise<boolean> => {
  const row = await ownSubscription(trx, viewer, issueId)
  return row !== undefined && row.deleted_at === null
}
