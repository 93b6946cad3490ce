import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { nobody } from '../../api/db/viewer.ts'
import { inWork } from '../../api/db/work.ts'
import { openSession } from '../../api/http/session.ts'
import { createPerson } from '../../api/people/auth/account.service.ts'
import type { TestServer } from './server.ts'
import { type Visitor, visitor } from './visitor.ts'

export type Role = 20 | 15 | 5
export type Person = Visitor & { id: string; email: string }

export const PASSWORD = 'a long harbour phrase 9'

/** Builders for one server: each makes what it needs, through the front door wherever there is one. */
export const build = (server: TestServer) => {
  const person = async (
    name = `person${randomBytes(4).toString('hex')}`,
    isOnboarded = true,
  ): Promise<Person> => {
    const email = `${name}@quay.example`
    // Password hashing costs 25 ms by design; people of tests come in by a session.
    const { result: id } = await inWork(server.db, { viewer: nobody }, work =>
      createPerson(work, { email, password: null, ...(isOnboarded && { firstName: name }), isOnboarded }),
    )
    const key = await openSession(server.db, id, 'product', 24, { userAgent: 'test', address: '127.0.0.1' })
    const seen = visitor(server.origin)
    seen.jar.set('session-id', key)
    return Object.assign(seen, { id, email })
  }

  /** Somebody who has said nothing yet, and whose first steps await them. */
  const newcomer = () => person(undefined, false)

  /** Somebody who runs the instance, signed in to do so. */
  const instanceAdmin = async () => {
    const made = await person()
    await server.db('instance_admins').insert({ id: v7(), user_id: made.id })
    const key = await openSession(server.db, made.id, 'admin', 1, { userAgent: 'test', address: '127.0.0.1' })
    made.jar.set('admin-session-id', key)
    return made
  }

  const setUp = () => server.db('instances').update({ is_setup_done: true })

  const workspace = async (owner: Person, slug = `w${randomBytes(4).toString('hex')}`) => {
    const { body, status } = await owner.post<{ id: string; slug: string }>('/api/workspaces/', {
      name: slug,
      slug,
    })
    if (status !== 201) throw new Error(`workspace: ${status} ${JSON.stringify(body)}`)
    return body
  }

  const project = async (owner: Person, slug: string, fields: Record<string, unknown> = {}) => {
    // Letters alone: a search takes every number in its text for that of an issue.
    const identifier = randomBytes(4)
      .toString('hex')
      .toUpperCase()
      .replace(/\d/g, digit => 'GHJKLMNPQR'[Number(digit)] ?? '')
    const { body, status } = await owner.post<{
      id: string
      name: string
      identifier: string
      workspace: string
    }>(`/api/workspaces/${slug}/projects/`, {
      name: identifier,
      identifier,
      ...fields,
    })
    if (status !== 201) throw new Error(`project: ${status} ${JSON.stringify(body)}`)
    return { ...body, path: `/api/workspaces/${slug}/projects/${body.id}` }
  }

  type Joining = readonly [who: Person, role: Role]

  const allJoinWorkspace = async (owner: Person, slug: string, all: readonly Joining[]) => {
    const at = `/api/workspaces/${slug}/invitations/`
    const emails = all.map(([{ email }, role]) => ({ email, role }))
    const invited = await owner.post<{ invitations: { id: string; email: string; link: string }[] }>(at, {
      emails,
      is_mailed: false,
    })
    if (invited.status !== 200) throw new Error(`invited: ${invited.status} ${JSON.stringify(invited.body)}`)
    for (const [who] of all) {
      const { id, email, link } = invited.body.invitations.find(one => one.email === who.email)!
      const token = new URL(link).searchParams.get('token')
      const joined = await who.post(`${at}${id}/join/`, { email, accepted: true, token })
      if (joined.status !== 200) throw new Error(`joined: ${joined.status} ${JSON.stringify(joined.body)}`)
    }
  }
  const joinWorkspace = (owner: Person, slug: string, who: Person, role: Role) =>
    allJoinWorkspace(owner, slug, [[who, role]])

  /** They know each other from a workspace of somebody's own. */
  const acquaint = async (one: Person, other: Person) => {
    const { slug } = await workspace(other)
    await joinWorkspace(other, slug, one, 5)
  }

  const allJoinProject = async (owner: Person, path: string, all: readonly Joining[]) => {
    const members = all.map(([{ id }, role]) => ({ member_id: id, role }))
    const { status, body } = await owner.post(`${path}/members/`, { members })
    if (status !== 201) throw new Error(`project members: ${status} ${JSON.stringify(body)}`)
  }
  const joinProject = (owner: Person, path: string, who: Person, role: Role) =>
    allJoinProject(owner, path, [[who, role]])

  /** An admin with workspace and project, a member and a guest in both. */
  const team = async () => {
    await setUp()
    const [admin, member, guest] = await Promise.all([person(), person(), person()])
    const space = await workspace(admin)
    const others = [
      [member, 15],
      [guest, 5],
    ] as const
    await allJoinWorkspace(admin, space.slug, others)
    const made = await project(admin, space.slug)
    await allJoinProject(admin, made.path, others)
    return { admin, member, guest, workspace: space, project: made, path: made.path }
  }

  const issue = async (by: Person, path: string, fields: Record<string, unknown> = {}) => {
    const { body, status } = await by.post<
      Record<string, unknown> & {
        id: string
        created_at: string
        sequence_id: number
        sort_order: number
        state_id: string
        revision: number
      }
    >(`${path}/issues/`, { name: `Issue ${randomBytes(3).toString('hex')}`, ...fields })
    if (status !== 201) throw new Error(`issue: ${status} ${JSON.stringify(body)}`)
    return body
  }

  const page = async (by: Person, path: string, fields: Record<string, unknown> = {}) => {
    const { body, status } = await by.post<Record<string, unknown> & { id: string }>(`${path}/pages/`, {
      name: 'Tides',
      ...fields,
    })
    if (status !== 201) throw new Error(`page: ${status} ${JSON.stringify(body)}`)
    return body
  }

  const token = async (by: Person, slug: string, fields: Record<string, unknown> = {}) => {
    const { body, status } = await by.post<{ id: string; token: string }>(
      `/api/workspaces/${slug}/api-tokens/`,
      { label: 'Integration', ...fields },
    )
    if (status !== 201) throw new Error(`token: ${status} ${JSON.stringify(body)}`)
    return { ...body, visitor: visitor(server.origin, body.token) }
  }

  /** An agent in a project of its maker's, who is in charge of it. */
  const agent = async (
    by: Person,
    slug: string,
    projects: string[],
    fields: Record<string, unknown> = {},
  ) => {
    const { body, status } = await by.post<{ id: string; secret: string }>(
      `/api/workspaces/${slug}/agents/`,
      {
        ...{ name: 'Pilot', projects },
        ...fields,
      },
    )
    if (status !== 201) throw new Error(`agent: ${status} ${JSON.stringify(body)}`)
    return { ...body, calls: visitor(server.origin, body.secret) }
  }

  /** The things that somebody keeps on their home: a link, a note, and how its parts are laid out. */
  const home = async (by: Person, slug: string) => {
    const space = `/api/workspaces/${slug}`
    await by.post(`${space}/quick-links/`, { url: 'https://tides.example' })
    await by.patch(`${space}/private-note/`, { text: 'Neap' })
    const { body } = await by.get<{ dashboard: { id: string }; widgets: { id: string }[] }>(
      `${space}/dashboard/?dashboard_type=home`,
    )
    await by.patch(`/api/dashboard/${body.dashboard.id}/widgets/${body.widgets[0]!.id}/`, { side: 'side' })
  }

  return {
    home,
    person,
    newcomer,
    instanceAdmin,
    setUp,
    workspace,
    project,
    joinWorkspace,
    allJoinWorkspace,
    acquaint,
    joinProject,
    allJoinProject,
    team,
    issue,
    page,
    token,
    agent,
    id: v7,
  }
}
