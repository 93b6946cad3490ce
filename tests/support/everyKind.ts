/** Three workspaces with rows of every kind, in the open and in a secret project; and any viewers of them. */
import fc from 'fast-check'
import { allRoutes } from '../../api/contract/index.ts'
import type { Anchor, Role, Viewer } from '../../api/contract/rules.ts'
import { Issue } from '../../api/contract/work/issues.ts'
import { build, type Person } from './build.ts'
import { bodies } from './callBodies.ts'
import { announce, attach, attachmentsAt, sendImage } from './files.ts'
import { notified } from './notified.ts'
import { WORDS } from './pageWorld.ts'
import { fill } from './pathParams.ts'
import { makePlaceholder } from './placeholder.ts'
import { startServer } from './server.ts'

// Of everything that may belong to a project or an issue, one.
const belongings = async (
  make: ReturnType<typeof build>,
  by: Person,
  path: string,
  issueId: string,
  program?: Awaited<ReturnType<typeof make.agent>>,
) => {
  const at = `${path}/issues/${issueId}`
  const comment = (await by.post<{ id: string }>(`${at}/comments/`, { comment_html: '<p>Aye</p>' })).body
  await by.post(`${path}/comments/${comment.id}/reactions/`, { reaction: '128077' })
  await by.post(`${at}/reactions/`, { reaction: '128077' })
  const [ws = '', p = ''] = path.match(/(?<=workspaces\/|projects\/)[^/]+/g) ?? []
  for (const [name, route] of allRoutes)
    if (route.creates && route.target === Issue && name in bodies)
      await by.post(fill(route.path, { ws, p, issueId }), bodies[name])
  await program?.calls.post(`${at}/agent-sessions/`, { text: 'Looked' })
  const other = await make.issue(by, path)
  await by.post(`${at}/issue-relation/`, { relation_type: 'blocking', issues: [other.id] })
  await by.post(`${path}/cycles/`, { name: 'Spring' })
  const module = await by.post<{ id: string }>(`${path}/modules/`, { name: `Quay ${issueId}` })
  await by.post(`${path}/modules/${module.body.id}/module-links/`, { url: 'https://tides.example' })
  const ended = await by.post<{ id: string }>(`${path}/modules/`, {
    name: `Pier ${issueId}`,
    status: 'completed',
  })
  await by.post(`${path}/modules/${ended.body.id}/archive/`)
  await by.post(`${path}/estimates/`, {
    estimate: { type: 'categories' },
    estimate_points: ['S', 'L'].map((value, key) => ({ key, value })),
  })
  await by.post(`${path}/issue-drafts/`, { name: 'Later' })
  await by.patch(`${path}/`, { inbox_view: true })
  await by.post(`${path}/inbox-issues/`, { issue: { name: 'A leak' } })
  await by.post(`${path}/saved-replies/`, { name: 'Known', text: 'We know of it.' })
  for (const access of [0, 1]) await by.post(`${path}/views/`, { name: 'Overdue', access })
  await by.patch(`${path}/user-properties/`, { display_filters: { layout: 'kanban' } })
}

export const everyKind = async () => {
  const server = await startServer()
  const make = build(server)
  const people: string[] = []
  const workspaces: string[] = []
  const projects: { id: string; workspace: string }[] = []
  for (let n = 0; n < 3; n++) {
    const team = await make.team()
    people.push(team.admin.id, team.member.id, team.guest.id)
    workspaces.push(team.workspace.id)
    for (const path of [
      team.path,
      (await make.project(team.member, team.workspace.slug, { network: 0 })).path,
    ]) {
      const id = path.split('/').at(-1)!
      projects.push({ id, workspace: team.workspace.id })
      const by = path === team.path ? team.admin : team.member
      const issue = await make.issue(by, path)
      await belongings(make, by, path, issue.id)
      for (const { id } of [team.admin, team.member, team.guest]) await notified(server, id, issue.id)
      await attach(by, attachmentsAt(path, issue.id))
      const page = await make.page(by, path)
      await by.post(`${path}/favorite-pages/${page.id}/`)
      await by.post(`${path}/pages/${page.id}/mute/`)
      const own = await make.page(by, path, { access: 1 })
      for (const { id } of [page, own])
        await by.post(`${path}/pages/${id}/comments/`, { comment_html: '<p>Aye</p>', ...WORDS })
    }
    const issue = await make.issue(team.member, team.path)
    await makePlaceholder(server, team.admin, team.workspace, {
      name: 'Runa',
      email: `${make.id()}@pilots.example`,
    })
    const program = await make.agent(team.admin, team.workspace.slug, [team.project.id])
    await belongings(make, team.admin, team.path, issue.id, program)
    await announce(team.member, attachmentsAt(team.path, issue.id))
    await announce(team.admin, attachmentsAt(team.path, issue.id))
    await sendImage(team.member, team.path)
    await make.page(team.member, team.path, { access: 1 })
    await make.token(team.admin, team.workspace.slug)
    const space = `/api/workspaces/${team.workspace.slug}`
    await team.admin.post(`${space}/invitations/`, { emails: [{ email: 'bram@portoffice.example' }] })
    const webhook = await team.admin.post<{ id: string }>(`${space}/webhooks/`, {
      url: 'https://93.184.216.34/',
    })
    const test = await team.admin.post<{ id: string }>(`${space}/webhooks/${webhook.body.id}/test/`)
    await team.admin.post(`${space}/webhooks/${webhook.body.id}/test/`)
    await server.db('webhook_deliveries').where('id', test.body.id).update({ project: team.project.id })
    for (const access of [0, 1]) await team.member.post(`${space}/views/`, { name: 'Overdue', access })
    for (const who of [team.admin, team.member])
      await server
        .db('imports')
        .insert({ id: make.id(), workspace: team.workspace.id, owner: who.id, source: 'csv' })
    for (const who of [team.admin, team.member])
      await who.post(`${space}/export-issues/`, { provider: 'csv' })
    await team.member.post(`${space}/analytic-view/`, { name: 'By person' })
    await team.member.post(`${space}/workspace-views/`, { view_props: {} })
    for (const who of [team.admin, team.guest]) await make.home(who, team.workspace.slug)
  }
  await server.db('pages').where('owned_by', people[1]).update({ owner_gone: true })
  await server.db('views').where('owned_by', people[1]).limit(1).update({ owner_gone: true })
  await server.db('page_comments').where('actor', people[1]).update({ page_owner_gone: true })
  await server.db('pages').where('owned_by', people[0]).limit(1).update({ deleted_at: new Date() })
  await server.db('issues').where('created_by', people[1]).limit(1).update({ deleted_at: new Date() })
  const anchors: Anchor[] = await server
    .db('intakes')
    .where('is_default', true)
    .select('id as intake', 'project', 'workspace')
  return { server, make, people, workspaces, projects, anchors }
}

const roles = fc.constantFrom<Role[]>(5, 15, 20)
// Any viewer at all, also such as no membership would bring about: the two judges must agree on rights, not on habits.
export const viewersOf = ({
  people,
  workspaces,
  projects,
  anchors,
}: Awaited<ReturnType<typeof everyKind>>): fc.Arbitrary<Viewer> =>
  fc
    .record({
      id: fc.constantFrom('', ...people),
      isInstanceAdmin: fc.boolean(),
      anchor: fc.option(fc.constantFrom(...anchors)),
      ofWorkspaces: fc.array(fc.option(roles), {
        minLength: workspaces.length,
        maxLength: workspaces.length,
      }),
      ofProjects: fc.array(fc.option(fc.tuple(roles, fc.boolean(), fc.boolean())), {
        minLength: projects.length,
        maxLength: projects.length,
      }),
    })
    .map(({ id, isInstanceAdmin, anchor, ofWorkspaces, ofProjects }) => ({
      id,
      isInstanceAdmin,
      anchor,
      workspaces: Object.fromEntries(
        ofWorkspaces.flatMap((role, at) => (role ? [[workspaces[at], role]] : [])),
      ),
      projects: Object.fromEntries(
        ofProjects.flatMap((joined, at) =>
          joined
            ? [
                [
                  projects[at]!.id,
                  {
                    role: joined[0],
                    sees_all: joined[1],
                    archived: joined[2],
                    workspace: projects[at]!.workspace,
                  },
                ],
              ]
            : [],
        ),
      ),
    }))
