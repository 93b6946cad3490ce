import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { follower, until } from '../support/live.ts'
import { allTold } from '../support/notified.ts'
import { WORDS } from '../support/pageWorld.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Row = { id: string; issue: { description_html: string } }
type Page = { results: Row[] }

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await startServer({}, undefined, { notifying: true })
  make = build(server)
  team = await make.team()
  await team.admin.patch(`${team.path}/`, { inbox_view: true })
})

const FILLED = { name: 'The bell is cracked', email: 'keeper@lights.example', username: 'Ida' }
const formOf = async (of: { admin: Person; path: string }) => {
  await of.admin.patch(`${of.path}/`, { inbox_view: true })
  const { body } = await of.admin.patch<{ anchor: string }>(`${of.path}/intake-settings/`, {
    is_form_enabled: true,
  })
  return body.anchor
}
const fill = (anchor: string, fields: Record<string, string>) =>
  fetch(`${server.origin}/spaces/intake/${anchor}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...FILLED, ...fields }),
  })

describe('the page of a form', () => {
  // A browser test sees the page's answer; here the request behind it is looked at.
  test.each(['', 'Mine'])(
    'that names a page or an issue of others as its own shows nothing of that (%s)',
    async description => {
      const text = { description_html: '<p>Secret</p>' }
      const page = await make.page(team.admin, team.path, { access: 1, ...text })
      const issue = await make.issue(team.admin, team.path, text)
      const other = await make.team()
      const anchor = await formOf(other)
      for (const { id } of [page, issue]) {
        await fill(anchor, { once: id, ...(description ? { description } : {}) })
        expect((await other.admin.get(`${other.path}/inbox-issues/${id}/`)).status).toBe(404)
      }
      const { results } = (await other.admin.get<Page>(`${other.path}/inbox-issues/`)).body
      expect(results).toHaveLength(2)
      for (const { id } of results) {
        const { body } = await other.admin.get<Row>(`${other.path}/inbox-issues/${id}/`)
        expect(body.issue.description_html).toBe(`<p>${description}</p>`)
      }
    },
  )

  test('sent several times at once or again is one request, and in another project another', async () => {
    const [here, there] = [await make.team(), await make.team()]
    const once = make.id()
    for (const each of [here, there]) {
      const anchor = await formOf(each)
      await Promise.all([1, 2, 3].map(() => fill(anchor, { once })))
      await fill(anchor, { once })
      expect((await each.admin.get<Page>(`${each.path}/inbox-issues/`)).body.results).toHaveLength(1)
    }
  })
})

test('words that are said anew on a page made private reach none who were mentioned there before', async () => {
  const told = () => allTold(server, team.workspace.id)
  const page = await make.page(team.admin, team.path)
  const at = `${team.path}/pages/${page.id}/`
  const mention = `<mention-component id="${make.id()}" target="users" entity_name="user_mention" entity_identifier="${team.member.id}"></mention-component>`
  const said = await team.admin.post<{ id: string }>(`${at}comments/`, {
    comment_html: `<p>${mention} Before</p>`,
    ...WORDS,
  })
  expect(said.status, JSON.stringify(said.body)).toBe(201)
  await told()
  const rows = () => server.db('notifications').where({ receiver: team.member.id, comment_id: said.body.id })
  expect((await rows())[0].new_value).toContain('Before')
  const screen = follower(server.origin, team.member, team.workspace.slug)
  await screen.start()
  expect((await team.admin.patch(at, { access: 1 })).status).toBeLessThan(300)
  const again = await team.admin.patch(`${at}comments/${said.body.id}/`, {
    comment_html: `<p>${mention} Secret</p>`,
  })
  expect(again.status).toBeLessThan(300)
  await told()
  const [{ id }] = await rows()
  const marked = `/api/workspaces/${team.workspace.slug}/users/notifications/mark/`
  expect((await team.member.post(marked, { ids: [id], read: true })).status).toBe(204)
  await until(() => screen.seen.some(change => change.id === id && change.row?.read_at))
  expect(JSON.stringify(screen.seen)).not.toContain('Secret')
  screen.stop()
})

test('an intake carries no more than every browser of its members should hold', async () => {
  const at = `${team.path}/inboxes/`
  const large = { much: 'x'.repeat(3000) }
  for (const field of ['view_props', 'logo_props'])
    expect(await team.admin.post(at, { name: 'Quay', [field]: large })).toMatchObject({
      status: 400,
      body: { [field]: ['Ensure this field has no more than 2000 characters.'] },
    })
})

test('requests at an intake are no part of a workspace’s figures', async () => {
  const issues = async () =>
    (await team.admin.get<{ total_issues: number }>(`/api/workspaces/${team.workspace.slug}/`)).body
      .total_issues
  const before = await issues()
  expect(before).toEqual(expect.any(Number))
  const brought = await team.member.post<Row>(`${team.path}/inbox-issues/`, { issue: { name: 'A leak' } })
  expect(await issues()).toBe(before)
  await team.admin.patch(`${team.path}/inbox-issues/${brought.body.id}/`, { status: 1 })
  expect(await issues()).toBe(before + 1)
})

describe('the limit of visitors’ forms', () => {
  const none = '0'.repeat(32)
  const from = (address: string) => ({ 'x-forwarded-for': address, 'content-type': 'application/json' })

  test('counts a network of IPv6 as one, and each address of IPv4', async () => {
    const limited = await startServer({ RATE_LIMIT_ANONYMOUS: '300', TRUST_PROXY: '1' })
    const send = async (address: string) =>
      (
        await fetch(`${limited.origin}/api/public/anchor/${none}/intake/`, {
          method: 'POST',
          headers: from(address),
          body: JSON.stringify(FILLED),
        })
      ).status
    for (let n = 1; n <= 10; n++) expect(await send(`2001:DB8:0:7::${n}`)).toBe(404)
    expect(await send('2001:db8:0:7:ffff:1:2:3')).toBe(429)
    expect(await send('2001:db8:0:8::1')).toBe(404)
    for (let n = 1; n <= 12; n++) expect(await send(`192.0.2.${n}`)).toBe(404)
  })

  test('counts every sent page, whatever it says', async () => {
    const limited = await startServer({ RATE_LIMIT_ANONYMOUS: '3' })
    const statuses: number[] = []
    for (let n = 0; n < 4; n++)
      statuses.push((await fetch(`${limited.origin}/spaces/intake/${none}`, { method: 'POST' })).status)
    expect(statuses.map(status => status === 429)).toEqual([false, false, false, true])
  })
})
