import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Row = { id: string; issue: { description_html: string } }
type Page = { results: Row[] }

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await startServer()
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
  // What the page answers is seen in a browser; here what has become of the request.
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
