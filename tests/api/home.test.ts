import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '../../api/contract/people/zones.ts'
import { build, type Person } from '../support/build.ts'
import { NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { follower, until } from '../support/live.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

type Widget = {
  id: string
  key: string
  is_visible: boolean
  widget_filters: Record<string, unknown>
  sort_order: number
  side: string
}
type Home = { dashboard: Record<string, unknown> & { id: string }; widgets: Widget[] }
type Listed = { issues: { id: string; issue_relation?: { id: string }[] }[]; count: number }

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let done: string

beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
  const { body } = await team.admin.get<{ id: string; group: string }[]>(`${team.path}/states/`)
  done = body.find(state => state.group === 'completed')!.id
})

const space = () => `/api/workspaces/${team.workspace.slug}`
const homeOf = async (who: Person) => (await who.get<Home>(`${space()}/dashboard/?dashboard_type=home`)).body
const widgetAt = (home: Home, key: string) => home.widgets.find(one => one.key === key)!
const set = async (who: Person, key: string, body: object) => {
  const home = await homeOf(who)
  return who.patch(`/api/dashboard/${home.dashboard.id}/widgets/${widgetAt(home, key).id}/`, body)
}
const show = async <T>(who: Person, query: string) => {
  const { dashboard } = await homeOf(who)
  return who.get<T>(`${space()}/dashboard/${dashboard.id}/?${query}`)
}

describe('a home', () => {
  test('is there from the first time on, the same each time, with the eight usual widgets first', async () => {
    const [home, again] = [await homeOf(team.member), await homeOf(team.member)]
    expect(again).toEqual(home)
    expect(home.dashboard).toMatchObject({
      name: 'Home',
      description_html: '<p></p>',
      is_default: true,
      type_identifier: 'home',
      owned_by: team.member.id,
    })
    expect(home.widgets.slice(0, 8).map(one => [one.key, one.widget_filters])).toEqual([
      ['overview_stats', {}],
      ['assigned_issues', { duration: 'none', tab: 'pending' }],
      ['created_issues', { duration: 'none', tab: 'pending' }],
      ['issues_by_state_groups', { duration: 'none' }],
      ['issues_by_priority', { duration: 'none' }],
      ['recent_activity', {}],
      ['recent_projects', {}],
      ['recent_collaborators', {}],
    ])
    expect((await homeOf(team.guest)).dashboard.id).not.toBe(home.dashboard.id)
    const own = await team.member.get<{ id: string }>(`/api/dashboard/${home.dashboard.id}/`)
    expect(own.body.id).toBe(home.dashboard.id)
  })

  test('of another type there is none', async () => {
    const answer = [400, { error: 'Please specify a valid dashboard type' }]
    for (const query of ['', '?dashboard_type=away'])
      expect(outcome(await team.member.get(`${space()}/dashboard/${query}`))).toEqual(answer)
  })

  test('is nobody else’s: not read, not changed, and its workspace not known to strangers', async () => {
    const home = await homeOf(team.member)
    const [widget] = home.widgets
    const stranger = await make.person()
    for (const who of [team.admin, stranger]) {
      const at = `/api/dashboard/${home.dashboard.id}/`
      expect(outcome(await who.get(at))).toEqual(NOT_FOUND)
      expect(outcome(await who.patch(`${at}widgets/${widget!.id}/`, { is_visible: false }))).toEqual(
        NOT_FOUND,
      )
      expect(outcome(await who.get(`${space()}/dashboard/${home.dashboard.id}/`))).toEqual(NOT_FOUND)
    }
    expect((await stranger.get(`${space()}/dashboard/?dashboard_type=home`)).status).toBe(404)
    const unknown = `/api/dashboard/${home.dashboard.id}/widgets/${make.id()}/`
    expect(outcome(await team.member.patch(unknown, {}))).toEqual(NOT_FOUND)
  })

  test('keeps what is hidden, moved and filtered, and tells the other screens of its person alone', async () => {
    const [mine, other] = [team.member, team.admin].map(who =>
      follower(server.origin, who, team.workspace.slug),
    )
    await Promise.all([mine!.start(), other!.start()])
    const reply = await set(team.member, 'recent_activity', { is_visible: false, sort_order: 12.5 })
    expect(outcome(reply)).toEqual([200, { message: 'successfully updated' }])
    await set(team.member, 'recent_activity', { side: 'main' })
    await set(team.member, 'issues_by_priority', { filters: { duration: 'this_month' } })
    const home = await homeOf(team.member)
    expect(widgetAt(home, 'recent_activity')).toMatchObject({
      is_visible: false,
      sort_order: 12.5,
      side: 'main',
    })
    expect(widgetAt(home, 'issues_by_priority').widget_filters).toEqual({ duration: 'this_month' })
    await until(() => [...mine!.rows.keys()].includes(`dashboard/${home.dashboard.id}`))
    expect([...other!.rows.keys()].some(key => key.startsWith('dashboard/'))).toBe(false)
    // Filters are replaced whole; an empty object means the usual ones.
    await set(team.member, 'issues_by_priority', { filters: {} })
    expect(widgetAt(await homeOf(team.member), 'issues_by_priority').widget_filters).toEqual({
      duration: 'none',
    })
    mine!.stop()
    other!.stop()
  })

  test('changed from two tabs for the first time at once, keeps both', async () => {
    await Promise.all([
      set(team.guest, 'recent_activity', { is_visible: false }),
      set(team.guest, 'recent_projects', { is_visible: false }),
    ])
    const hidden = (await homeOf(team.guest)).widgets.filter(one => !one.is_visible).map(one => one.key)
    expect(hidden).toEqual(expect.arrayContaining(['recent_activity', 'recent_projects']))
  })

  test('takes filters of a bounded size', async () => {
    const reply = await set(team.member, 'assigned_issues', { filters: { tab: 'x'.repeat(3_000) } })
    expect(reply.status).toBe(400)
  })
})

describe('widgets', () => {
  test('that nobody knows, and kinds of issues that there are not, are refused', async () => {
    const key = [400, { error: 'Please specify a valid widget key' }]
    for (const name of ['weather', 'private_note', 'toString'])
      expect(outcome(await show(team.admin, `widget_key=${name}`))).toEqual(key)
    const type = [400, { error: 'Please specify a valid issue type' }]
    for (const query of ['widget_key=assigned_issues', 'widget_key=created_issues&issue_type=late'])
      expect(outcome(await show(team.admin, query))).toEqual(type)
  })

  test('count what is assigned, overdue, done and made; the lists are the most pressing first', async () => {
    const { admin, member, path, workspace } = await make.team()
    const today = dayIn('UTC')
    const states = (await admin.get<{ id: string; group: string }[]>(`${path}/states/`)).body
    const completed = states.find(state => state.group === 'completed')!.id
    const mine = { assignee_ids: [admin.id] }
    const late = await make.issue(admin, path, { ...mine, priority: 'low', target_date: addDays(today, -1) })
    const soon = await make.issue(admin, path, { ...mine, priority: 'urgent', target_date: today })
    const other = await make.issue(member, path, { ...mine, state_id: completed })
    await make.issue(member, path)
    await admin.post(`${path}/issues/${soon.id}/issue-relation/`, {
      relation_type: 'blocked_by',
      issues: [late.id],
    })
    const at = `/api/workspaces/${workspace.slug}`
    const home = (await admin.get<Home>(`${at}/dashboard/?dashboard_type=home`)).body.dashboard.id
    const ask = async <T>(query: string) => (await admin.get<T>(`${at}/dashboard/${home}/?${query}`)).body
    expect(await ask('')).toEqual({
      assigned_issues_count: 3,
      pending_issues_count: 1,
      completed_issues_count: 1,
      created_issues_count: 2,
    })
    const listed = async (query: string) => {
      const { issues, count } = await ask<Listed>(query)
      return [issues.map(one => one.id), count]
    }
    const assigned = 'widget_key=assigned_issues&issue_type='
    expect(await listed(`${assigned}pending`)).toEqual([[soon.id, late.id], 2])
    expect(await listed(`${assigned}completed`)).toEqual([[other.id], 1])
    expect(await listed(`${assigned}overdue`)).toEqual([[late.id], 1])
    expect(await listed(`${assigned}upcoming`)).toEqual([[soon.id], 1])
    // The dates asked for narrow, whatever the kind says.
    const span = `&target_date=${today};after,${today};before`
    expect(await listed(`${assigned}overdue${span}`)).toEqual([[], 0])
    expect(await listed('widget_key=created_issues&issue_type=pending')).toEqual([[soon.id, late.id], 2])
    const expanded = await ask<Listed>(`${assigned}upcoming&expand=issue_relation`)
    expect(expanded.issues[0]!.issue_relation).toMatchObject([{ id: late.id }])
    expect(await ask('widget_key=issues_by_state_groups')).toEqual([
      { state: 'backlog', count: 2 },
      { state: 'unstarted', count: 0 },
      { state: 'started', count: 0 },
      { state: 'completed', count: 1 },
      { state: 'cancelled', count: 0 },
    ])
    expect(await ask('widget_key=issues_by_priority')).toEqual([
      { priority: 'urgent', count: 1 },
      { priority: 'high', count: 0 },
      { priority: 'medium', count: 0 },
      { priority: 'low', count: 1 },
      { priority: 'none', count: 1 },
    ])
  })

  test('my own acts are the newest first, at most eight, without comments', async () => {
    const issue = await make.issue(team.admin, team.path)
    await team.admin.post(`${team.path}/issues/${issue.id}/comments/`, { comment_html: '<p>Aye</p>' })
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
      await team.admin.patch(`${team.path}/issues/${issue.id}/`, { name })
    await team.admin.patch(`${team.path}/issues/${issue.id}/`, { state_id: done })
    const { body } = await show<{ field: string | null }[]>(team.admin, 'widget_key=recent_activity')
    expect(body.map(row => row.field)).toEqual(['state', ...Array.from({ length: 7 }, () => 'name')])
  })

  test('projects are those that one acted in last, then one’s others', async () => {
    const other = await make.project(team.admin, team.workspace.slug)
    await make.issue(team.admin, other.path)
    await make.issue(team.admin, team.path)
    const idle = await make.project(team.admin, team.workspace.slug)
    const { body } = await show<string[]>(team.admin, 'widget_key=recent_projects')
    expect(body).toEqual([team.project.id, other.id, idle.id])
  })

  test('people are all of the workspace, the busiest first, as far as one sees their issues', async () => {
    const states = (await team.admin.get<{ id: string; group: string }[]>(`${team.path}/states/`)).body
    const started = states.find(state => state.group === 'started')!.id
    const secret = await make.project(team.admin, team.workspace.slug, { network: 0 })
    await make.issue(team.admin, team.path, { assignee_ids: [team.member.id], state_id: started })
    const hidden = (
      await team.admin.get<{ id: string; group: string }[]>(`${secret.path}/states/`)
    ).body.find(state => state.group === 'started')!.id
    for (let n = 0; n < 2; n++)
      await make.issue(team.admin, secret.path, { assignee_ids: [team.admin.id], state_id: hidden })
    type Row = { user_id: string; active_issue_count: number }
    const seenBy = async (who: Person) =>
      (await show<Row[]>(who, 'widget_key=recent_collaborators&search=nobody&per_page=1')).body
    expect(await seenBy(team.admin)).toEqual([
      { user_id: team.admin.id, active_issue_count: 2 },
      { user_id: team.member.id, active_issue_count: 1 },
      { user_id: team.guest.id, active_issue_count: 0 },
    ])
    const byMember = await seenBy(team.member)
    expect(byMember[0]).toEqual({ user_id: team.member.id, active_issue_count: 1 })
    expect(byMember.find(row => row.user_id === team.admin.id)?.active_issue_count).toBe(0)
  })
})

describe('links and the note', () => {
  const at = () => `${space()}/quick-links/`
  type Link = { id: string; url: string; title: string | null }

  test('are their person’s own: nobody else sees or changes them', async () => {
    const link = (await team.member.post<Link>(at(), { url: 'tides.example', title: ' Tides ' })).body
    expect(link).toMatchObject({ url: 'http://tides.example', title: 'Tides' })
    expect((await team.member.get<Link[]>(at())).body.map(one => one.id)).toEqual([link.id])
    expect((await team.admin.get<Link[]>(at())).body).toEqual([])
    expect((await team.admin.patch(`${at()}${link.id}/`, { title: 'Mine' })).status).toBe(404)
    expect((await team.admin.delete(`${at()}${link.id}/`)).status).toBe(404)
    const changed = await team.member.patch<Link>(`${at()}${link.id}/`, {
      url: 'https://a.example',
      title: '',
    })
    expect(changed.body).toMatchObject({ url: 'https://a.example', title: null })
    expect((await team.member.delete(`${at()}${link.id}/`)).status).toBe(204)
    expect((await team.member.get<Link[]>(at())).body).toEqual([])
  })

  test('are in the order they were made, until one is moved', async () => {
    const made: string[] = []
    for (const host of ['a', 'b', 'c'])
      made.push((await team.guest.post<Link>(at(), { url: `https://${host}.example` })).body.id)
    await team.guest.patch(`${at()}${made[2]}/`, { sort_order: 1 })
    const listed = (await team.guest.get<Link[]>(at())).body.map(one => one.id)
    expect(listed).toEqual([made[2], made[0], made[1]])
  })

  test('lead to the web alone, and are not more than a hundred', async () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '', 'x'])
      expect((await team.admin.post(at(), { url })).status, url).toBe(400)
    for (let n = 0; n < 100; n++) await team.admin.post(at(), { url: `https://${n}.example` })
    const reply = await team.admin.post(at(), { url: 'https://more.example' })
    expect(outcome(reply)).toEqual([
      400,
      { error: 'There are already 100 links here. Remove some that you do not use.' },
    ])
  })

  test('a note is empty until something is written, is kept per workspace, and read by nobody else', async () => {
    const note = `${space()}/private-note/`
    expect((await team.member.get(note)).body).toMatchObject({ text: '', user: team.member.id })
    const written = await team.member.patch(note, { text: 'Ask about the lock.\n' })
    expect([written.status, written.body]).toMatchObject([200, { text: 'Ask about the lock.\n' }])
    expect((await team.member.get(note)).body).toMatchObject({ text: 'Ask about the lock.\n' })
    expect((await team.admin.get(note)).body).toMatchObject({ text: '', user: team.admin.id })
    const elsewhere = await make.workspace(team.member)
    const other = await team.member.get(`/api/workspaces/${elsewhere.slug}/private-note/`)
    expect(other.body).toMatchObject({ text: '' })
    expect((await team.member.patch(note, { text: 'x'.repeat(10_001) })).status).toBe(400)
    const stranger = await make.person()
    expect((await stranger.get(note)).status).toBe(404)
  })
})
