import { fail, failFields } from '#contract/errors.ts'
import { UserContact } from '#contract/people/users.ts'
import { addDays } from '#contract/people/zones.ts'
import { GUEST, holds } from '#contract/rules.ts'
import { MOST_DAYS, userWorkRoutes } from '#contract/work/userWork.ts'
import { isUuid } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { activityFile } from './activityFile.ts'
import { changesOfMonths, completedByWeek, ownWork } from './ownWork.queries.ts'
import { daysOfPerson, mustBeFellow, projectsOfPerson, statsOf } from './userWork.queries.ts'

/** The person that the path names, as far as the caller may ask about them. */
const about = async ({
  trx,
  viewer,
  workspaceId,
  params,
}: Pick<Ask, 'trx' | 'viewer' | 'workspaceId'> & { params: { userId: string } }) => {
  if (!isUuid(params.userId)) fail('path.notFound')
  const ask = { trx, viewer, workspaceId, person: params.userId.toLowerCase() }
  await mustBeFellow(ask)
  return ask
}

const ofCaller = ({ trx, viewer, workspaceId }: Pick<Ask, 'trx' | 'viewer' | 'workspaceId'>) => ({
  trx,
  viewer,
  workspaceId,
  person: viewer.id,
})

const monthIn = ({ month = '1' }: { month?: string | undefined }): number => {
  if (!/^(0?[1-9]|1[0-2])$/.test(month)) failFields({ month: ['Choose a month from 1 to 12.'] })
  return Number(month)
}

export const mountUserWork = (server: Server) =>
  mount(server, userWorkRoutes, {
    stats: async ask => statsOf(await about(ask), ask.query),
    projects: async ask => {
      const { viewer, workspaceId } = ask
      const seesEmail = holds(UserContact.read, viewer, {}, { workspace: workspaceId })
      const told = await projectsOfPerson(await about(ask), seesEmail)
      return viewer.workspaces[workspaceId] === GUEST ? { ...told, project_data: [] } : told
    },
    days: async ask => {
      const { from, to } = ask.query
      if (addDays(from, MOST_DAYS) <= to) failFields({ to: [`Ask for at most ${MOST_DAYS} days.`] })
      return daysOfPerson(await about(ask), [from, to])
    },
    ownDays: ask => changesOfMonths(ofCaller(ask), 6),
    ownWeeks: ask => completedByWeek(ofCaller(ask), monthIn(ask.query)),
    own: ask => ownWork(ofCaller(ask), ask.params.ws, monthIn(ask.query)),
    file: async ask => {
      const { body, ctx } = ask
      const asked = await about(ask)
      if (!body.date) fail('person.dateRequired')
      ctx.set('Content-Disposition', 'attachment; filename="workspace-user-activity.csv"')
      return (await activityFile(asked, body.date!)) as never
    },
  })
