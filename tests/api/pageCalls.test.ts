import { beforeAll, describe, expect, test } from 'vitest'
import { fromHtml } from '../../collab-server/document/html.ts'
import { stateOf } from '../../collab-server/document/index.ts'
import { build } from '../support/build.ts'
import { assetsAt, PNG, sendImage } from '../support/files.ts'
import { pagesOf } from '../support/pageWorld.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let pages: ReturnType<typeof pagesOf>

beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
  pages = pagesOf(make, team)
})

const label = async (name = make.id()) =>
  (await team.admin.post<{ id: string }>(`${team.path}/issue-labels/`, { name })).body.id
const nowhere = '0190a0a0-0000-7000-8000-000000000000'

describe('a list', () => {
  test('has favourites first, then the newest, and only pages of the top level', async () => {
    const [oldest, kept, newest] = [
      await pages.make(team.admin),
      await pages.make(team.admin),
      await pages.make(team.admin),
    ]
    const below = await pages.make(team.admin, { parent: newest })
    await pages.favor(team.member, kept)
    expect((await pages.listed(team.member)).slice(0, 3)).toEqual([kept, newest, oldest])
    expect((await pages.listed(team.admin)).slice(0, 3)).toEqual([newest, kept, oldest])
    expect(await pages.listed(team.admin)).not.toContain(below)
    expect(await pages.listed(team.admin, `?parent=${newest}`)).toEqual([below])
    expect(await pages.listed(team.admin, '?parent=top')).toEqual([])
    expect(await pages.get(team.member, below)).toMatchObject({ parent: newest, is_favorite: false })
    expect(await pages.get(team.member, kept)).toMatchObject({ is_favorite: true })
  })
})

describe('the first text', () => {
  const html = '<p>Low <strong>water</strong></p>'
  const json = fromHtml(html).toJSON() as Record<string, unknown>

  test('is taken as JSON, and as a Yjs update that its maker may go on editing', async () => {
    const ofJson = await pages.make(team.admin, { description: json })
    expect(await pages.get(team.admin, ofJson)).toMatchObject({ description_html: html })
    const state = Buffer.from(stateOf(fromHtml(html)))
    const ofBinary = await pages.make(team.admin, {
      description_binary: state.toString('base64'),
      description_html: '<p>something else</p>',
    })
    expect(await pages.get(team.admin, ofBinary)).toMatchObject({ description_html: html })
    // Nobody keeps the bytes of a text for somebody else.
    const { headers } = await team.admin.get(pages.at(ofBinary, 'description/'))
    expect(headers.get('cache-control')).toBe('private, no-cache')
    // Its own update again: one history, so nothing is there twice.
    await team.admin.patch(pages.at(ofBinary, 'description/'), {
      description_binary: state.toString('base64'),
    })
    expect(await pages.get(team.admin, ofBinary)).toMatchObject({ description_html: html })
  })

  test.each([
    [
      { description: { type: 'doc', content: [{ type: 'wreck' }] } },
      { description: ['Not a document of this editor.'] },
    ],
    [{ description_binary: 'AQID' }, { error: 'No binary data provided' }],
    [{ description_binary: '\u0000' }, { error: 'No binary data provided' }],
  ])('%j is refused, and makes no page', async (fields, refusal) => {
    const before = await pages.listed(team.admin)
    const { status, body } = await team.admin.post(`${team.path}/pages/`, fields)
    expect([status, body]).toEqual([400, refusal])
    expect(await pages.listed(team.admin)).toEqual(before)
  })

  test('E1: JSON brings in no script', async () => {
    const link = { type: 'link', attrs: { href: ' javascript:alert(1)' } }
    const id = await pages.make(team.admin, {
      description: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'press', marks: [link] }] }],
      },
    })
    const { description_html } = await pages.get(team.admin, id)
    expect(description_html).toContain('press')
    expect(description_html).not.toContain('javascript')
  })
})

test('a page names the issues that its text shows', async () => {
  const issue = await make.issue(team.admin, team.path)
  const id = await pages.make(team.admin, {
    description_html: `<issue-embed-component entity_identifier="${issue.id}" entity_name="issue"></issue-embed-component><p></p>`,
  })
  expect(await pages.get(team.member, id)).toMatchObject({ issue_ids: [issue.id] })
})

describe('labels', () => {
  test('are the project’s; a deleted one goes from the page too', async () => {
    const [one, two] = [await label(), await label()]
    const id = await pages.make(team.admin, { labels: [one] })
    expect(await pages.get(team.admin, id)).toMatchObject({ label_ids: [one] })
    await team.member.patch(pages.at(id), { labels: [two, one, two] })
    expect(await pages.get(team.admin, id)).toMatchObject({ label_ids: [two, one] })
    await team.admin.delete(`${team.path}/issue-labels/${two}/`)
    expect(await pages.get(team.admin, id)).toMatchObject({ label_ids: [one] })
  })

  test('A7: of another project are refused', async () => {
    const other = await make.project(team.admin, team.workspace.slug)
    const foreign = (await team.admin.post<{ id: string }>(`${other.path}/issue-labels/`, { name: 'Reef' }))
      .body
    const refused = await team.admin.post(`${team.path}/pages/`, { labels: [foreign.id] })
    expect([refused.status, refused.body]).toEqual([
      400,
      { labels: [`Invalid pk "${foreign.id}" - object does not exist.`] },
    ])
  })
})

describe('the page above', () => {
  const move = async (id: string, parent: string | null, who = team.admin) => {
    const { status, body } = await who.patch(pages.at(id), { parent })
    return status === 200 ? 200 : body
  }

  test('may be any of the project, but not the page itself or one below it', async () => {
    const [top, middle, low] = [
      await pages.make(team.admin),
      await pages.make(team.admin),
      await pages.make(team.admin),
    ]
    expect([await move(middle, top), await move(low, middle)]).toEqual([200, 200])
    const circle = { parent: ['A page cannot be below itself.'] }
    expect([await move(top, low), await move(top, top)]).toEqual([circle, circle])
    expect(await move(low, null)).toBe(200)
    expect(await move(top, low)).toBe(200)
  })

  test('of two moves at once that would close a circle one is refused', async () => {
    const branch = async () => {
      const top = await pages.make(team.admin)
      return { top, below: await pages.make(team.admin, { parent: top }) }
    }
    for (let n = 0; n < 5; n++) {
      const [one, two] = [await branch(), await branch()]
      const moved = await Promise.all([move(one.top, two.below), move(two.top, one.below)])
      expect(moved.filter(answer => answer === 200)).toHaveLength(1)
    }
  })

  test('A7: is not one that is archived, elsewhere, or another’s private one', async () => {
    const id = await pages.make(team.member)
    const [archived, hidden] = [await pages.make(team.admin), await pages.make(team.admin, { access: 1 })]
    await pages.archive(team.admin, archived)
    const other = await make.project(team.admin, team.workspace.slug)
    const elsewhere = (await make.page(team.admin, other.path)).id
    expect(await move(id, archived, team.member)).toEqual({ parent: ['This page is archived.'] })
    for (const parent of [hidden, elsewhere, nowhere])
      expect(await move(id, parent, team.member)).toEqual({
        parent: [`Invalid pk "${parent}" - object does not exist.`],
      })
    expect(await pages.get(team.member, id)).toMatchObject({ parent: null })
  })
})

describe('a page below a private one', () => {
  test('is put there by nobody but the owner of both', async () => {
    const hidden = await pages.make(team.member, { access: 1 })
    const [own, foreign] = [await pages.make(team.member), await pages.make(team.admin)]
    const move = (id: string) => team.member.patch(pages.at(id), { parent: hidden })
    expect((await move(own)).status).toBe(200)
    const refused = await move(foreign)
    expect([refused.status, refused.body]).toEqual([400, { parent: ['This page is private.'] }])
  })

  test('is at the top for people who do not see that one', async () => {
    const top = await pages.make(team.admin)
    const below = await pages.make(team.member, { parent: top })
    expect(await pages.listed(team.member)).not.toContain(below)
    await team.admin.patch(pages.at(top), { access: 1 })
    expect(await pages.listed(team.member)).toContain(below)
    expect(await pages.listed(team.admin)).not.toContain(below)
    expect(await pages.listed(team.admin, `?parent=${top}`)).toEqual([below])
  })
})

describe('lock and access', () => {
  test('are the owner’s: an admin may neither, and nobody changes a locked page', async () => {
    const id = await pages.make(team.member, { description_html: '<p>Deep</p>' })
    for (const call of ['lock/', 'access/'])
      expect((await team.admin.post(pages.at(id, call), { access: 1 })).status).toBe(403)
    expect((await team.member.post(pages.at(id, 'lock/'))).status).toBe(204)
    expect((await team.member.post(pages.at(id, 'lock/'))).status).toBe(204)
    expect((await team.member.patch(pages.at(id), { name: 'x' })).body).toEqual({ error: 'Page is locked' })
    expect((await team.admin.delete(pages.at(id, 'lock/'))).status).toBe(403)
    expect((await team.member.delete(pages.at(id, 'lock/'))).status).toBe(204)
    expect((await team.member.patch(pages.at(id), { name: 'Deep' })).status).toBe(200)
    expect((await team.member.post(pages.at(id, 'access/'), { access: 1 })).status).toBe(204)
    expect((await team.admin.get(pages.at(id))).status).toBe(404)
    // Without a word public is meant.
    expect((await team.member.post(pages.at(id, 'access/'))).status).toBe(204)
    expect((await team.admin.get(pages.at(id))).status).toBe(200)
    expect((await team.member.post(pages.at(id, 'access/'), { access: 2 })).status).toBe(400)
  })
})

describe('a copy', () => {
  test('is the caller’s, holds the same, and is a text of its own', async () => {
    const one = await label()
    const id = await pages.make(team.member, {
      name: 'Pilotage',
      description_html: '<p>Deep</p>',
      labels: [one],
      color: '#112233',
    })
    const { status, body } = await team.admin.post<{ id: string }>(pages.at(id, 'duplicate/'))
    expect([status, body]).toMatchObject([
      201,
      {
        name: 'Copy of Pilotage',
        owned_by: team.admin.id,
        access: 0,
        label_ids: [one],
        color: '#112233',
        description_html: '<p>Deep</p>',
      },
    ])
    await team.admin.patch(pages.at(body.id), { description_html: '<p>Shallow</p>' })
    expect(await pages.get(team.admin, id)).toMatchObject({ description_html: '<p>Deep</p>' })
  })

  test('A3: has images of its own; an id of elsewhere in its text leads nowhere', async () => {
    const id = await pages.make(team.member)
    const sent = (entity_identifier: string) =>
      sendImage(team.member, team.path, { entity_type: 'PAGE_DESCRIPTION', entity_identifier })
    const hidden = await pages.make(team.member, { access: 1 })
    const [own, foreign] = [(await sent(id)).asset_id, (await sent(hidden)).asset_id]
    const shown = (src: string) => `<image-component src="${src}"></image-component>`
    // Writing an image copies it, for every person who sees it; the admin does not see this one.
    await team.admin.patch(pages.at(id), { description_html: `<p>Lights</p>${shown(own)}${shown(foreign)}` })
    const copy = (await team.admin.post<{ id: string; description_html: string }>(pages.at(id, 'duplicate/')))
      .body
    const [first = '', second] = [...copy.description_html.matchAll(/src="([^"]+)"/g)].map(match => match[1])
    expect([first === own, second]).toEqual([false, foreign])
    await pages.archive(team.member, id)
    await team.member.delete(pages.at(id))
    const image = (asset: string) => team.admin.get(`${assetsAt(team.path)}${asset}/`)
    expect((await image(first)).status).toBe(302)
    expect((await image(own)).status).toBe(404)
    expect((await image(foreign)).status).toBe(404)
    const bytes = await fetch(new URL((await image(first)).location!, server.origin))
    expect(Buffer.from(await bytes.arrayBuffer()).equals(PNG)).toBe(true)
  })

  test('of another’s private page is not to be had; a name stays within its length', async () => {
    const hidden = await pages.make(team.member, { access: 1, name: 'x'.repeat(255) })
    expect((await team.admin.post(pages.at(hidden, 'duplicate/'))).status).toBe(404)
    const { body } = await team.member.post<{ name: string; access: number }>(pages.at(hidden, 'duplicate/'))
    expect([body.name.length, body.access]).toEqual([255, 1])
  })
})
