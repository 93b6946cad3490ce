import { beforeAll, expect, test } from 'vitest'
import { viewerOfUser } from '../../api/db/viewer.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { follower, until } from '../support/live.ts'
import { makePlaceholder } from '../support/placeholder.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const placeholder = (name: string, email?: string) =>
  makePlaceholder(server, team.admin, team.workspace, { name, email: email ?? null })

test('a person without an account has one placeholder, by address or by name, whom all see and nobody can be', async () => {
  const screen = follower(server.origin, team.member, team.workspace.slug)
  await screen.start()
  const all = await Promise.all([
    placeholder('Runa Vik', 'Runa@Pilots.example'),
    placeholder('Runa', 'runa@pilots.example'),
    placeholder('Runa Vik'),
    placeholder('  Runa Vik '),
  ])
  expect(all[0]).toBe(all[1])
  expect(all[2]).toBe(all[3])
  expect(all[0]).not.toBe(all[2])
  await until(() => screen.seen.some(change => change.id === all[0] && change.row?.display_name))
  expect(await server.db('accounts').whereIn('id', all).pluck('is_active')).toEqual([false, false])
  const members = await team.admin.get<{ member: { id: string } }[]>(
    `/api/workspaces/${team.workspace.slug}/members/`,
  )
  expect(members.body.some(({ member }) => all.includes(member.id))).toBe(false)
  expect(await viewerOfUser(server.db, all[0]!)).toBeNull()
})
