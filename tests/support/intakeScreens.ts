import { expect } from 'vitest'
import { type Seat, seat } from './browser.ts'
import { build, type Person } from './build.ts'
import { sharedServer } from './server.ts'
import { visitor } from './visitor.ts'

type Stored = {
  id: string
  status: number
  snoozed_till: string | null
  duplicate_to: string | null
  issue: { name: string; priority: string }
}

const newCrew = async (make: ReturnType<typeof build>) => {
  const team = await make.team()
  const other = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, other, 20)
  await make.joinProject(team.admin, team.path, other, 20)
  return { team, other, seats: new Map<Person, Seat>() }
}

type Crew = Awaited<ReturnType<typeof newCrew>>

const further = async (make: ReturnType<typeof build>, { team, other, seats }: Crew): Promise<Crew> => {
  const { admin, member, guest, workspace } = team
  const project = await make.project(admin, workspace.slug)
  const roles = [[member, 15] as const, [guest, 5] as const, [other, 20] as const]
  const members = roles.map(([{ id }, role]) => ({ member_id: id, role }))
  expect((await admin.post(`${project.path}/members/`, { members })).status).toBe(201)
  return { team: { ...team, project, path: project.path }, other, seats }
}

/**
 * A project with an intake and two admins of it, side by side: new ones, or those of another such project, who stay in
 * their seats.
 */
export const intakeScreens = async (among?: Crew) => {
  const server = await sharedServer()
  const make = build(server)
  const { team, other, seats } = among ? await further(make, among) : await newCrew(make)
  await team.admin.patch(`${team.path}/`, { inbox_view: true })
  const ways = await team.admin.patch<{ anchor: string }>(`${team.path}/intake-settings/`, {
    is_form_enabled: true,
  })
  const { anchor } = ways.body
  const sit = async (who: Person): Promise<Seat> => {
    const kept = seats.get(who)
    if (kept) return kept
    const made = await seat(server.origin)
    const key = who.jar.get('session-id') ?? ''
    await made.context.addCookies([{ name: 'session-id', value: key, url: server.origin }])
    seats.set(who, made)
    return made
  }
  const at = `${team.path}/inbox-issues/`
  return {
    server,
    make,
    team,
    other,
    seats,
    sit,
    address: `/${team.workspace.slug}/projects/${team.project.id}/intake`,
    bring: async (who: Person, name: string, fields: object = {}) =>
      (await who.post<{ id: string }>(at, { issue: { name, ...fields } })).body.id,
    send: async (name: string, username: string, description = '') => {
      const email = `${username.toLowerCase()}@lights.example`
      const form = { name, username, email, description }
      const sent = await visitor(server.origin).post<{ id: string }>(
        `/api/public/anchor/${anchor}/intake/`,
        form,
      )
      return sent.body.id
    },
    stored: async (id: string) => (await team.admin.get<Stored>(`${at}${id}/`)).body,
    /** The id of the one that waits under a name. */
    waiting: async (name: string) => {
      const { body } = await team.admin.get<{ results: Stored[] }>(at)
      return body.results.find(row => row.issue.name === name)?.id ?? ''
    },
  }
}
