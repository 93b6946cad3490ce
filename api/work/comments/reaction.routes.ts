import type { Knex } from 'knex'
import type { RowOf } from '#contract/define.ts'
import { fail, must } from '#contract/errors.ts'
import { CommentReaction } from '#contract/work/comments.ts'
import { Issue } from '#contract/work/issues.ts'
import { IssueReaction, IssueReactionAnswer, reactionRoutes } from '#contract/work/reactions.ts'
import { lockedSeen } from '../../db/locked.ts'
import { insert, remove, touch } from '../../db/rows.ts'
import { NEWEST, visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { entries } from '../activity/catalogue.ts'
import { peopleOf } from '../activity/details.ts'
import { tell } from '../activity/record.ts'
import { belonging, lockIssue } from './comment.service.ts'

type Reaction = typeof IssueReaction | typeof CommentReaction

const react = async <E extends Reaction>(
  work: Work,
  of: E,
  issue: Issue,
  reaction: string,
  on: Record<string, string>,
): Promise<RowOf<E>> => {
  const taken = await work
    .trx(of.table)
    .where({ issue: issue.id, actor: work.viewer.id, reaction, ...on })
    .whereNull('deleted_at')
    .first('id')
  if (taken) fail('value.taken')
  const row = await insert(work, of, {
    ...belonging(issue),
    ...on,
    actor: work.viewer.id,
    reaction,
  } as never)
  await touch(work, Issue, issue)
  const { id } = row as RowOf<Reaction>
  tell(work, issue, entries.reaction.created(id, reaction))
  return row
}

const withActors = async (trx: Knex, rows: IssueReaction[]) => {
  const people = await peopleOf(
    trx,
    rows.map(({ actor }) => actor),
  )
  return rows.map(row => ({ ...row, actor_detail: people.get(row.actor) ?? null }))
}
const presenter = {
  as: IssueReactionAnswer,
  show: async ({ trx }: Pick<Ask, 'trx'>, row: IssueReaction) =>
    must((await withActors(trx, [row]))[0], 'the reaction'),
}

const takeBack = async (
  work: Work,
  of: Reaction,
  issue: Issue,
  reaction: string,
  on: Record<string, string>,
) => {
  const [row] = await lockedSeen(work, of, { issue: issue.id, actor: work.viewer.id, reaction, ...on })
  if (!row) return fail('row.notFound')
  await remove(work, of, row)
  await touch(work, Issue, issue)
  tell(work, issue, entries.reaction.deleted(row.id, reaction))
}

export const mountReactions = (server: Server) =>
  mount(
    server,
    reactionRoutes,
    {
      ofIssue: async ({ viewer, trx, row }) =>
        withActors(trx, await visible(trx, IssueReaction, viewer).where('issue', row.id).orderBy(NEWEST)),
      addToIssue: ({ work, row, body }) => react(work, IssueReaction, row, body.reaction, {}),
      removeFromIssue: ({ work, row, params }) => takeBack(work, IssueReaction, row, params.reaction, {}),
      ofComment: async ({ viewer, trx, row }) =>
        await visible(trx, CommentReaction, viewer).where('comment', row.id).orderBy(NEWEST),
      addToComment: async ({ work, row, body }) =>
        react(work, CommentReaction, await lockIssue(work, row.issue), body.reaction, { comment: row.id }),
      removeFromComment: async ({ work, row, params }) =>
        takeBack(work, CommentReaction, await lockIssue(work, row.issue), params.reaction, {
          comment: row.id,
        }),
    },
    { presenter },
  )
