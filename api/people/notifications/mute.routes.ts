import type { Knex } from 'knex'
import { must } from '#contract/errors.ts'
import { MOST_MUTES, Mute, muteRoutes } from '#contract/people/mutes.ts'
import { Account } from '#contract/people/users.ts'
import { lockedOne } from '../../db/locked.ts'
import { insert, removeAll } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'

/** The issue or page that is muted. */
type Thing = { issue: string } | { page: string }

const ownMute = async (trx: Knex, viewer: ServerViewer, of: Thing) =>
  (await visible(trx, Mute, viewer).where(of))[0]

const mute = async (work: Work, thing: Thing, workspace: string, project: string) => {
  const { trx, viewer } = work
  // Of two at once by one person the second waits, and finds what the first has made.
  await lockedOne(work, Account, { id: viewer.id }, 'any')
  const found = await ownMute(trx, viewer, thing)
  if (found) return found
  const mutes = visible(trx, Mute, viewer).where({ workspace })
  const oldest = await mutes
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(MOST_MUTES - 1)
  await removeAll(work, Mute, oldest)
  return insert(work, Mute, { user: viewer.id, workspace, project, issue: null, page: null, ...thing })
}

const unmute = async (work: Work, thing: Thing) => {
  const own = await ownMute(work.trx, work.viewer, thing)
  if (own) await removeAll(work, Mute, [own])
}

export const mountMutes = (server: Server) =>
  mount(
    server,
    muteRoutes,
    {
      muteIssue: ({ work, row }) => mute(work, { issue: row.id }, row.workspace_id, row.project_id),
      unmuteIssue: ({ work, row }) => unmute(work, { issue: row.id }),
      mutePage: ({ work, row }) => mute(work, { page: row.id }, row.workspace, row.project_id),
      unmutePage: ({ work, row }) => unmute(work, { page: row.id }),
    },
    {
      again: {
        muteIssue: async ({ trx, viewer, params }) =>
          must(await ownMute(trx, viewer, { issue: params.issueId }), 'the mute'),
        mutePage: async ({ trx, viewer, params }) =>
          must(await ownMute(trx, viewer, { page: params.pageId }), 'the mute'),
      },
    },
  )
