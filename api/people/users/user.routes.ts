import type { RowOf } from '#contract/define.ts'
import { failFields, missingPk, must } from '#contract/errors.ts'
import { Account, Profile, User, UserMe, userRoutes } from '#contract/people/users.ts'
import { lockedOne } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { mustBeShown, takeOff } from '../../files/picture.service.ts'
import { type Handlers, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { cookiesOf, hashOf, PRODUCT_COOKIE } from '../../http/session.ts'
import { countWaiting } from '../../workspace/invitations/invitation.service.ts'
import { deactivate } from './deactivate.service.ts'
import { composeMe } from './user.queries.ts'

const USED_MS = 5 * 60_000
type ProfileRow = RowOf<typeof Profile>

const lockOwn = async (work: Work) =>
  must(await lockedOne(work, Profile, { user: work.viewer.id }, 'any'), 'the profile of a person')

const updateOwn = async (work: Work, patch: Partial<ProfileRow>) =>
  update(work, Profile, await lockOwn(work), patch)

export const mountUsers = (server: Server) => {
  const { db, settings } = server
  const handlers: Handlers<
    typeof userRoutes,
    undefined,
    typeof UserMe,
    ProfileRow | undefined,
    typeof Profile.schema
  > = {
    me: async ({ viewer, ctx }) => {
      // A session lives seven days from its last use; noting that at most every few minutes keeps this a read.
      const key = cookiesOf(ctx.req)[PRODUCT_COOKIE]
      if (viewer.session && key)
        await db('sessions')
          .where('key_hash', hashOf(key))
          .where('last_used_at', '<', new Date(Date.now() - USED_MS))
          // Where a crash loses it, the next call notes it again: nobody waits for the disk.
          .whereRaw("set_config('synchronous_commit', 'off', true) is not null")
          .update({
            last_used_at: new Date(),
            expires_at: new Date(Date.now() + settings.sessionDays * 86_400_000),
          })
      return undefined
    },
    updateMe: async ({ viewer, work, body }) => {
      const { user_timezone, ...face } = body
      const user = must(await lockedOne(work, User, { id: viewer.id }, 'any'), 'the person')
      const assets = ['avatar_asset', 'cover_image_asset'] as const
      mustBeShown(await work.trx('users').where('id', viewer.id).first(assets), face, assets)
      await update(work, User, user, face)
      if (face.avatar_asset === null) await takeOff(work, 'USER_AVATAR', viewer.id)
      if (face.cover_image_asset === null) await takeOff(work, 'USER_COVER', viewer.id)
      if (user_timezone !== undefined) {
        const account = await work
          .trx('accounts')
          .where('id', viewer.id)
          .first<RowOf<typeof Account>>(Account.columns)
        await update(work, Account, account, { user_timezone })
      }
      return undefined
    },
    isInstanceAdmin: async ({ viewer, trx }) => ({
      is_instance_admin: (await trx('instance_admins').where('user_id', viewer.id).first('id')) !== undefined,
    }),
    settings: async ({ viewer, trx }) => {
      const { rows } = await trx.raw<{ rows: { id: string; slug: string; is_last: boolean }[] }>(
        `select w.id, w.slug, w.id = p.last_workspace_id as is_last
           from workspace_members m join workspaces w on w.id = m.workspace_id
           left join profiles p on p."user" = m.member_id
          where m.member_id = ? and m.is_active and w.deleted_at is null
          order by (w.id = p.last_workspace_id) desc nulls last, w.created_at limit 1`,
        [viewer.id],
      )
      const { email } = must(
        await trx('user_contacts').where('id', viewer.id).first<{ email: string }>('email'),
        'contact',
      )
      const best = rows[0]
      return {
        id: viewer.id,
        email,
        workspace: {
          last_workspace_id: best?.is_last ? best.id : null,
          last_workspace_slug: best?.is_last ? best.slug : null,
          fallback_workspace_id: best?.id ?? null,
          fallback_workspace_slug: best?.slug ?? null,
          invites: await countWaiting(trx, viewer.id),
        },
      }
    },
    profile: async () => undefined,
    onboard: ({ work, body }) => updateOwn(work, body),
    tourCompleted: ({ work, body }) => updateOwn(work, body),
    deactivate: async ({ viewer, work, ctx }) => {
      await deactivate(work, viewer.id)
      server.entrance.setCookie(ctx, PRODUCT_COOKIE, '', 0)
      return undefined
    },
    updateProfile: async ({ viewer, work, body }) => {
      const { last_workspace_id, onboarding_step, ...rest } = body
      if (last_workspace_id && !viewer.workspaces[last_workspace_id])
        failFields({ last_workspace_id: [missingPk(last_workspace_id)] })
      const profile = await lockOwn(work)
      return update(work, Profile, profile, {
        ...rest,
        last_workspace_id,
        onboarding_step: onboarding_step && { ...profile.onboarding_step, ...onboarding_step },
      })
    },
  }
  mount(server, userRoutes, handlers, {
    presenter: { as: UserMe, show: ({ viewer, trx }) => composeMe(trx, viewer.id) },
    part: {
      as: Profile.schema,
      show: async ({ viewer, trx }, row: ProfileRow | undefined) =>
        row ?? trx('profiles').where('user', viewer.id).first<ProfileRow>(Profile.columns),
    },
  })
}
