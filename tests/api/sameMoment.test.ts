import { beforeAll, expect, test } from 'vitest'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { startServer } from '../support/server.ts'
import type { Reply } from '../support/visitor.ts'

let team: IssueTeam

beforeAll(async () => {
  team = await issueTeam(await startServer())
})

type Call = () => Promise<Reply>
/** Two calls of which the first changes the answer of the second: each time about something new. */
const pairs: Record<string, () => Promise<[Call, Call]> | [Call, Call]> = {
  'a project’s name': () => {
    const name = team.unique('Harbour')
    return [project({ name }), project({ name })]
  },
  'a project’s identifier': () => {
    const identifier = short()
    return [project({ identifier }), project({ identifier: identifier.toLowerCase() })]
  },
  'the name that a project is given': async () => {
    const [one, two] = [await made(), await made()]
    const name = team.unique('Quay')
    return [one, two].map(path => () => team.admin.patch(`${path}/`, { name })) as [Call, Call]
  },
  'the identifier that a project is given': async () => {
    const [one, two] = [await made(), await made()]
    const identifier = short()
    return [one, two].map(path => () => team.admin.patch(`${path}/`, { identifier })) as [Call, Call]
  },
  'a workspace’s address': () => {
    const slug = team.unique('dock').replace(/\W+/g, '-').toLowerCase()
    const make = () => team.admin.post('/api/workspaces/', { name: 'Dock', slug, organization_size: '1' })
    return [make, make]
  },
  'a link of an issue': async () => {
    const { id } = await team.issue()
    const link = () => team.admin.post(team.at(id, 'issue-links/'), { url: 'https://tide.example/' })
    return [link, link]
  },
  'a reaction to an issue': async () => {
    const { id } = await team.issue()
    const react = () => team.admin.post(team.at(id, 'reactions/'), { reaction: '128077' })
    return [react, react]
  },
  'a favourite': async () => {
    const entity_identifier = await team.cycle()
    const keep = () =>
      team.admin.post(`/api/workspaces/${team.workspace.slug}/user-favorites/`, {
        entity_type: 'cycle',
        entity_identifier,
        project_id: team.project.id,
      })
    return [keep, keep]
  },
  'invitations that share an address': () => {
    const emails = ['one', 'two', 'three'].map(name => ({
      email: `${name}.${short()}@tide.example`,
      role: 15,
    }))
    const invite = (given: object[]) => () =>
      team.admin.post(`/api/workspaces/${team.workspace.slug}/invitations/`, {
        emails: given,
        is_mailed: false,
      })
    return [invite(emails), invite(emails.toReversed())]
  },
  'a member of a project': async () => {
    const { path } = await team.make.project(team.admin, team.workspace.slug)
    const add = () =>
      team.admin.post(`${path}/members/`, { members: [{ member_id: team.member.id, role: 15 }] })
    return [add, add]
  },
  'a person’s place in a project': async () => {
    const { id } = await team.make.project(team.admin, team.workspace.slug, { network: 2 })
    const join = () =>
      team.member.post(`/api/users/me/workspaces/${team.workspace.slug}/projects/invitations/`, {
        project_ids: [id],
      })
    return [join, join]
  },
}

const short = () => team.unique('').replace(/\W/g, '').toUpperCase().slice(-8)
const project =
  (fields: object): Call =>
  () =>
    team.admin.post(`/api/workspaces/${team.workspace.slug}/projects/`, {
      name: team.unique('Mole'),
      identifier: short(),
      ...fields,
    })
const made = async () => (await team.make.project(team.admin, team.workspace.slug)).path

const told = ({ status, body }: Reply) => (status < 400 ? status : [status, body])

for (const [what, pair] of Object.entries(pairs))
  test(`two who want ${what} at the same moment are answered as one after the other`, async () => {
    const [first, second] = await pair()
    const inTurn = [told(await first()), told(await second())]
    for (let n = 0; n < 5; n++) {
      const both = await Promise.all((await pair()).map(call => call()))
      const answers = both.map(told)
      const isTurned = JSON.stringify(answers[0]) !== JSON.stringify(inTurn[0])
      expect(isTurned ? answers.toReversed() : answers).toEqual(inTurn)
    }
  })
