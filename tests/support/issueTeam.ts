import { onTestFinished } from 'vitest'
import type { Activity } from '../../api/contract/work/activity.ts'
import type { Issue } from '../../api/contract/work/issues.ts'
import { build, type Person } from './build.ts'
import type { TestServer } from './server.ts'
import type { Reply } from './visitor.ts'

type Row = Record<string, unknown> & { id: string }

export const outcome = (reply: Pick<Reply<unknown>, 'status' | 'body'>) => [reply.status, reply.body]
export const DENIED = [403, { error: "You don't have the required permissions." }]
export const NOT_FOUND = [404, { error: 'The required object does not exist.' }]
export const NO_ISSUE = [404, { error: 'Issue not found' }]
export const noPk = (field: string, id: string) => [
  400,
  { [field]: [`Invalid pk "${id}" - object does not exist.`] },
]

/** A team with rows that its issues may name, and short words for repeated calls. */
export const issueTeam = async (server: TestServer) => {
  const make = build(server)
  const team = await make.team()
  const { admin, path } = team
  const states = (
    await admin.get<{ id: string; group: string; name: string; default: boolean }[]>(`${path}/states/`)
  ).body
  const made = async <T = Row>(to: string, body: object, by: Person = admin): Promise<T> => {
    const reply = await by.post<T>(to, body)
    if (reply.status >= 300) throw new Error(`${to}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  // Letters alone: a number in a text is looked for as an issue's.
  const unique = (word: string) =>
    `${word} ${make
      .id()
      .slice(-8)
      .replace(/\d/g, digit => 'ghijklmnop'[Number(digit)]!)}`
  const at = (id: string, rest = '') => `${path}/issues/${id}/${rest}`
  return {
    ...team,
    make,
    made,
    at,
    unique,
    states,
    state: (group: string) => states.find(state => state.group === group)!.id,
    issue: (fields: Record<string, unknown> = {}, by: Person = admin) => make.issue(by, path, fields),
    read: async (id: string) => (await admin.get<Issue & { description_html: string }>(at(id))).body,
    /** The fields in the issue's history, the oldest first. */
    told: async (id: string) =>
      (await admin.get<Activity[]>(at(id, 'history/?activity_type=issue-property'))).body,
    label: async (fields: object = {}) =>
      (await made(`${path}/issue-labels/`, { name: unique('Tide'), ...fields })).id,
    cycle: async (fields: object = {}) =>
      (await made(`${path}/cycles/`, { name: unique('Spring'), ...fields })).id,
    module: async (fields: object = {}) =>
      (await made(`${path}/modules/`, { name: unique('Quay'), ...fields })).id,
    points: async () =>
      (
        await made<{ points: { id: string; value: string }[] }>(`${path}/estimates/`, {
          estimate: { type: 'points' },
          estimate_points: ['1', '2', '3'].map((value, key) => ({ key, value })),
        })
      ).points,
    /** Until the end of the test the project's guests see all of its issues. */
    openToGuests: async () => {
      const set = (guest_view_all_features: boolean) => admin.patch(`${path}/`, { guest_view_all_features })
      await set(true)
      onTestFinished(async () => {
        await set(false)
      })
    },
    /** An issue that a guest of the project made, while they were a member. */
    issueOfGuest: async (fields: Record<string, unknown> = {}) => {
      const issue = await make.issue(admin, path, fields)
      await server.db('issues').where('id', issue.id).update({ created_by: team.guest.id })
      return issue
    },
    /** How many changes were ever written: the same before and after means that nothing was. */
    changes: async () => Number((await server.db('changes').count('* as n').first())?.n),
  }
}

export type IssueTeam = Awaited<ReturnType<typeof issueTeam>>

/** Issues that no call of the team's project may act on: of another project, another workspace, archived, unknown. */
export const strangersTo = async (team: IssueTeam, theirs: IssueTeam): Promise<string[]> => {
  const other = await team.make.project(team.admin, team.workspace.slug)
  const archived = await team.issue({ state_id: team.state('completed') })
  await team.admin.post(team.at(archived.id, 'archive/'))
  return [
    (await team.make.issue(team.admin, other.path)).id,
    (await theirs.issue()).id,
    archived.id,
    team.make.id(),
  ]
}
