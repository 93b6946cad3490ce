import { beforeAll, expect, test } from 'vitest'
import type { NotificationAnswer } from '../../api/contract/people/notifications.ts'
import type { Person } from '../support/build.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { allTold } from '../support/notified.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer({}, undefined, { notifying: true })
  team = await issueTeam(server)
})

const news = () => `/api/workspaces/${team.workspace.slug}/users/notifications`
const newcomer = async () => {
  const who = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, who, 15)
  await team.make.joinProject(team.admin, team.path, who, 15)
  return who
}

test('other issues are named as the history names them: to those who may see them', async () => {
  const [near, far] = [await newcomer(), await newcomer()]
  const elsewhere = await team.make.project(team.admin, team.workspace.slug)
  await team.make.joinProject(team.admin, elsewhere.path, near, 15)
  const parent = await team.make.issue(team.admin, elsewhere.path)
  const { id } = await team.issue()
  for (const who of [near, far]) await who.post(team.at(id, 'subscribe/'))
  await team.admin.patch(team.at(id), { parent_id: parent.id })
  const key = `${elsewhere.identifier}-${parent.sequence_id}`
  const valuesFor = async (who: Person) => {
    await allTold(server, team.workspace.id)
    const { body } = await who.get<NotificationAnswer[]>(`${news()}/?mentioned=all`)
    const row = body.find(one => one.entity_identifier === id)
    const { new_value, new_identifier } = row!.data.issue_activity
    return [row!.new_value, new_value, new_identifier]
  }
  expect(await valuesFor(near)).toEqual([key, key, parent.id])
  expect(await valuesFor(far)).toEqual(['…', '…', null])
  // Somebody who may no longer see it learns the name no more.
  await near.post(`${elsewhere.path}/members/leave/`)
  expect(await valuesFor(near)).toEqual(['…', '…', null])
})

test('a completion is mailed as a change of state where the news of completions is off', async () => {
  const reader = await newcomer()
  const { id } = await team.issue()
  await reader.post(team.at(id, 'subscribe/'))
  await reader.patch('/api/users/me/notification-preferences/', { issue_completed: false })
  await team.member.patch(team.at(id), { state_id: team.state('completed') })
  await allTold(server, team.workspace.id)
  expect(await server.db('notifications_to_mail').where('receiver', reader.id)).toHaveLength(1)
})
