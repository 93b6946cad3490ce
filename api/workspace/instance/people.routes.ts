import { fail } from '#contract/errors.ts'
import { instancePeopleRoutes } from '#contract/workspace/instancePeople.ts'
import { isUuid } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { mount } from '../../http/mount.ts'
import { readPage } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { nameAndAddress } from '../../mail/desk.ts'
import { deactivate, reactivate } from '../../people/users/deactivate.service.ts'
import { linkFor, listPeople, OTHERS } from './people.service.ts'

const named = ({ userId }: { userId: string }): string => {
  if (!isUuid(userId)) fail('path.notFound')
  return userId.toLowerCase()
}

export const mountInstancePeople = (server: Server) => {
  const { db, entrance, log, settings } = server
  /** What an admin does to somebody's account is in the server's log. */
  const noted = ({ viewer }: Work, person: string, act: string) => log.info({ by: viewer.id, person }, act)
  mount(
    server,
    instancePeopleRoutes,
    {
      list: ({ trx, query }) => listPeople(trx, readPage(query), query),
      deactivate: async ({ work, params }) => {
        const person = named(params)
        await deactivate(work, person, OTHERS)
        noted(work, person, 'an admin deactivates an account')
        return undefined
      },
      reactivate: async ({ work, params }) => {
        const person = named(params)
        await reactivate(work, person)
        noted(work, person, 'an admin reactivates an account')
        return undefined
      },
      resetLink: async ({ ctx, work, params }) => {
        const person = named(params)
        await entrance.calls.spend(`links ${entrance.lineOf(ctx)}`)
        await entrance.mails.spend(`handed ${person}`)
        const { origin } = await nameAndAddress(db, settings)
        const link = await linkFor(work, person, origin)
        noted(work, person, 'an admin takes a reset link')
        return link
      },
    },
    // Only a digest of the token is kept: an admin who lost the answer takes another link.
    { again: { resetLink: async () => fail('instance.linkShownOnce') } },
  )
}
