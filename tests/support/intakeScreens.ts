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

/** A project with an intake and two admins of it, side by side. */
export const intakeScreens = async () => {
  const server = await sharedServer()
  const make = build(server)
  const team = await make.team()
  const other = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, other, 20)
  await make.joinProject(team.admin, team.path, other, 20)
  await team.admin.patch(`${team.path}/`, { inbox_view: true })
  const ways = await team.admin.patch<{ anchor: string }>(`${team.path}/intake-settings/`, {
    is_form_enabled: true,
  })
  const { anchor } = ways.body
  const sit = async (who: Person): Promise<Seat> => {
    const made = await seat(server.origin)
    const key = who.jar.get('session-id') ?? ''
    await made.context.addCookies([{ name: 'session-id', value: key, url: server.origin }])
    return made
  }
  const at = `${team.path}/inbox-issues/`
  return {
    server,
    make,
    team,
    other,
    sit,
    /** The form by which a person without an account sends a request. */
    form: `${server.origin}/spaces/intake/${anchor}`,
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
