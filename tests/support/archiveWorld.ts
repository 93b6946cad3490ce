import { build, type Person } from './build.ts'
import { dice } from './dice.ts'
import { attach, attachmentsAt, picturesAt, sendImage, sendPicture } from './files.ts'
import { WORDS } from './pageWorld.ts'
import { makePlaceholder } from './placeholder.ts'
import { richHtml } from './richPage.ts'
import type { TestServer } from './server.ts'

type Named = { id: string; name: string }

/** A workspace with some of everything that one may hold, by chance; of its maker each private thing, too. */
export const archiveWorld = async (server: TestServer, seed: number) => {
  const make = build(server)
  const chance = dice(seed)
  const team = await make.team()
  const { admin, member, guest, workspace } = team
  const left = await make.person()
  await make.joinWorkspace(admin, workspace.slug, left, 15)
  const space = `/api/workspaces/${workspace.slug}`
  await server
    .db('accounts')
    .whereIn(
      'id',
      [admin, member, guest].map(one => one.id),
    )
    .update({ is_email_verified: true })
  const made = async <T = Named>(by: Person, to: string, body: object = {}) => {
    const reply = await by.post<T>(to, body)
    if (reply.status >= 300) throw new Error(`${to}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const changed = async (by: Person, to: string, body: object) => {
    const reply = await by.patch(to, body)
    if (reply.status >= 300) throw new Error(`${to}: ${reply.status} ${JSON.stringify(reply.body)}`)
  }
  const second = await make.project(admin, workspace.slug, { network: 0 })
  await make.joinProject(admin, second.path, member, 15)
  await makePlaceholder(server, admin, workspace, { name: 'Runa Vik', email: 'runa@pilots.example' })
  const program = await make.agent(admin, workspace.slug, [team.project.id])
  for (const path of [team.path, second.path]) {
    const project = path.split('/').at(-1)!
    const states = (await admin.get<Named[]>(`${path}/states/`)).body
    await changed(admin, `${path}/`, { inbox_view: true, cover_image_url: 'https://tides.example/cover.png' })
    const labels: string[] = []
    for (const name of ['Bug', 'Reef', 'Tide'])
      labels.push(
        (await made(admin, `${path}/issue-labels/`, { name, parent: labels.length > 1 ? labels[0] : null }))
          .id,
      )
    const { points } = await made<{ points: Named[] }>(admin, `${path}/estimates/`, {
      estimate: { type: 'points', last_used: true },
      estimate_points: ['1', '2', '5'].map((value, key) => ({ key: key + 1, value })),
    })
    const cycle = await made(admin, `${path}/cycles/`, {
      name: 'Spring',
      start_date: '2026-11-01',
      end_date: '2027-01-10',
    })
    await changed(admin, `${path}/`, { cycles_ahead: 1, cycle_weeks: 2, cycle_weekday: 1 })
    const module = await made(admin, `${path}/modules/`, {
      name: 'Quay',
      lead: member.id,
      member_ids: [member.id],
    })
    await made(admin, `${path}/modules/${module.id}/module-links/`, { url: 'https://tides.example' })
    const page = await make.page(member, path, { name: 'Tides' })
    const issues: string[] = []
    const html = (words: string) =>
      richHtml({
        slug: workspace.slug,
        project,
        person: { id: member.id, name: 'Member' },
        issue: { id: issues[0] ?? project, key: 'X-1' },
        page: { id: page.id, name: words },
      })
    for (let n = 0; n < 6 + chance.number(6); n++) {
      const by = chance.pick([admin, member])
      const { id } = await make.issue(by, path, {
        state_id: chance.pick(states).id,
        priority: chance.pick(['none', 'low', 'urgent']),
        label_ids: labels.filter(() => chance.chance(0.4)),
        assignee_ids: [admin, member].filter(() => chance.chance(0.5)).map(one => one.id),
        parent_id: issues.length > 0 && chance.chance(0.3) ? chance.pick(issues) : null,
        estimate_point: chance.chance(0.5) ? chance.pick(points).id : null,
        target_date: chance.chance(0.5) ? '2027-03-01' : null,
        description_html: chance.chance(0.6) ? html(`words ${n} 🌊`) : '<p></p>',
      })
      for (let move = chance.number(3); move > 0; move--)
        await by.patch(`${path}/issues/${id}/`, { state_id: chance.pick(states).id })
      if (chance.chance(0.4)) await made(by, `${path}/cycles/${cycle.id}/cycle-issues/`, { issues: [id] })
      if (chance.chance(0.4)) await made(by, `${path}/modules/${module.id}/issues/`, { issues: [id] })
      issues.push(id)
    }
    const [first, other] = issues as [string, string]
    const at = `${path}/issues/${first}`
    const { id: comment } = await made(member, `${at}/comments/`, { comment_html: html('a comment') })
    await made(member, `${path}/comments/${comment}/reactions/`, { reaction: '128077' })
    await made(admin, `${at}/reactions/`, { reaction: '128077' })
    await made(admin, `${at}/issue-links/`, { url: 'https://tides.example/a', title: 'Tables' })
    await made(admin, `${at}/issue-relation/`, { relation_type: 'blocking', issues: [other] })
    await made(admin, `${at}/mute/`)
    if (path === team.path) await program.calls.post(`${at}/agent-sessions/`, { text: 'Looked' })
    await made(admin, `${path}/issue-drafts/`, { name: 'Later', description_html: html('a draft') })
    await made(member, `${path}/inbox-issues/`, { issue: { name: 'A leak' } })
    await made(admin, `${path}/saved-replies/`, { name: 'Known', text: 'We know of it.' })
    for (const access of [0, 1])
      await made(admin, `${path}/views/`, {
        name: `Overdue ${access}`,
        access,
        filters: { labels: labels.slice(0, 1) },
      })
    await changed(admin, `${path}/user-properties/`, { display_filters: { layout: 'kanban' } })
    await attach(admin, attachmentsAt(path, first), { bytes: chance.bytes(3_000) })
    await sendImage(member, path, { entity_identifier: first })
    await made(admin, `${path}/favorite-pages/${page.id}/`)
    const own = await make.page(admin, path, {
      name: 'Mine',
      access: 1,
      parent: page.id,
      description_html: html('own'),
    })
    await make.page(member, path, { name: 'Of another', access: 1 })
    const thread = await made(admin, `${path}/pages/${page.id}/comments/`, {
      comment_html: '<p>Aye</p>',
      ...WORDS,
    })
    await made(member, `${path}/pages/${page.id}/comments/`, { comment_html: '<p>No</p>', parent: thread.id })
    for (const { id } of [page, own])
      for (const words of ['again', 'and again']) {
        // The next text is a change of the handed-out one.
        await admin.get(`${path}/pages/${id}/`)
        await changed(admin, `${path}/pages/${id}/`, { description_html: html(words) })
      }
  }
  await admin.delete(`${space}/members/${await memberIdOf(server, workspace.id, left.id)}/`)
  await made(admin, `${space}/views/`, { name: 'Everything', access: 1 })
  await made(admin, `${space}/analytic-view/`, { name: 'By person' })
  await made(admin, `${space}/workspace-views/`, { view_props: { a: 1 } })
  await make.home(admin, workspace.slug)
  await sendPicture(admin, picturesAt(workspace.slug), 'WORKSPACE_LOGO', workspace.id)
  return { ...team, make, space, second, left }
}

const memberIdOf = async ({ db }: TestServer, workspace_id: string, member_id: string) =>
  ((await db('workspace_members').where({ workspace_id, member_id }).first('id')) as { id: string }).id

/** The same people on another server, who know the first of them there. */
export const samePeople = async (server: TestServer, all: readonly Person[]): Promise<Person[]> => {
  const make = build(server)
  await make.setUp()
  const there: Person[] = []
  for (const { email } of all) there.push(await make.person(email.split('@')[0]))
  for (const one of there.slice(1)) await make.acquaint(there[0]!, one)
  await server
    .db('accounts')
    .whereIn(
      'id',
      there.map(one => one.id),
    )
    .update({ is_email_verified: true })
  return there
}
