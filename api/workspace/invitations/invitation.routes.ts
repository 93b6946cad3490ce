import type { Context } from 'koa'
import { Refusal } from '#contract/errors.ts'
import { mailIsOn } from '#contract/workspace/configuration.ts'
import { InvitationAnswer, invitationRoutes, WorkspaceInvitation } from '#contract/workspace/invitations.ts'
import { remove } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import { inWork } from '../../db/work.ts'
import { type Ask, mount } from '../../http/mount.ts'
import { ownAddress } from '../../http/origin.ts'
import type { Server } from '../../http/server.ts'
import { grant } from './grants.ts'
import { composeInvitations, type Invitation } from './invitation.queries.ts'
import {
  acceptWaiting,
  answerByLink,
  changeInvitation,
  invitationsOf,
  invite,
  invitedBy,
  shownByLink,
} from './invitation.service.ts'
import { linksTo } from './links.ts'

export const mountInvitations = (server: Server) => {
  const one = async (trx: Ask['trx'], row: Invitation) => (await composeInvitations(trx, [row]))[0]!
  const links = async (ctx: Context, trx: Ask['trx'], ids: string[]) =>
    linksTo(trx, await ownAddress(ctx, server), ids)
  /** What was made, with the links to hand over; a token is given none. */
  const made = async (ctx: Context, trx: Ask['trx'], rows: Invitation[]) => {
    const viewer: ServerViewer = ctx.state.viewer
    const ids = viewer.token ? [] : rows.map(row => row.id)
    const linkOf = await links(ctx, trx, ids)
    const invitations = rows.map(({ id, email, role }) => {
      const link = linkOf.get(id)
      return { id, email, role, ...(link && { link }) }
    })
    return { message: 'Emails sent successfully' as const, invitations }
  }
  /** Looks a link up. One that is not there counts against the caller's line, and against them if they are signed in. */
  const judged = async <T>(ctx: Context, callerId: string, look: () => Promise<T>): Promise<T> => {
    const { strayLinks, lineOf } = server.entrance
    const callers = [lineOf(ctx), callerId].filter(Boolean)
    try {
      return await look()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'row.notFound')
        for (const caller of callers) await strayLinks.spend(caller)
      throw error
    }
  }
  mount(
    server,
    invitationRoutes,
    {
      list: async ({ viewer, trx, workspaceId }) =>
        composeInvitations(
          trx,
          (await visible(trx, WorkspaceInvitation, viewer)
            .where('workspace_id', workspaceId)
            .orderBy('created_at', 'desc')) as Invitation[],
        ),
      create: async ({ ctx, work, workspaceId, body }) => {
        // Where no mail leaves, its link is handed over.
        const is_mailed = body.is_mailed && mailIsOn(await server.configured.read())
        return made(ctx, work.trx, await invite(work, workspaceId, { ...body, is_mailed }))
      },
      get: async ({ row }) => row,
      link: async ({ ctx, trx, row }) => ({ link: (await links(ctx, trx, [row.id])).get(row.id)! }),
      update: ({ work, row, body }) => changeInvitation(work, row, body),
      remove: ({ work, row }) => remove(work, WorkspaceInvitation, row),
      show: ({ ctx, viewer, trx, params }) => judged(ctx, viewer.id, () => shownByLink(trx, params)),
      answer: async ({ ctx, params, body }) => {
        // A caller without a valid link may be guessing at one.
        await server.entrance.calls.spend(server.entrance.lineOf(ctx))
        const viewer: ServerViewer = ctx.state.viewer
        const { result } = await inWork(server.db, { viewer }, work => answerByLink(work, params, body))
        if (result.granted) grant(ctx, server, result.granted.id)
        return {
          message: body.accepted ? 'Workspace Invitation Accepted' : 'Workspace Invitation was not accepted',
        }
      },
      listMine: async ({ viewer, trx }) => {
        const { rows, members } = await invitationsOf(trx, viewer.id)
        const answers = await composeInvitations(trx, rows)
        return answers.map(answer => ({
          ...answer,
          total_members: members.get(answer.workspace_id) ?? 0,
        }))
      },
      acceptMine: ({ work, body }) => acceptWaiting(work, body.invitations),
    },
    {
      presenter: { as: InvitationAnswer, show: ({ trx }, row: Invitation) => one(trx, row) },
      again: {
        create: async ({ ctx, trx, workspaceId, body }) =>
          made(ctx, trx, await invitedBy(trx, workspaceId, body.emails)),
      },
    },
  )
}
