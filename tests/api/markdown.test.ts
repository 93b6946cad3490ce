/** Texts as Markdown over the REST API: given, handed out, and sent back changed. */
import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
})

type Text = { id: string; description_html: string; description_markdown?: string }
const read = async (who: Person, path: string) =>
  (await who.get<Text>(`${path}?expand=description_markdown`)).body

describe.each(['pages', 'issues'])('%s', kind => {
  const create = async (fields: object) => {
    const made = await team.admin.post<Text>(`${team.path}/${kind}/`, { name: 'Tide rule', ...fields })
    expect(made.status).toBe(201)
    return `${team.path}/${kind}/${made.body.id}/`
  }

  test('begin with Markdown, are handed out as Markdown where it is asked for, and take it back', async () => {
    const at = await create({ description_markdown: '## Rule\n\n- one\n- two **bold**' })
    const html = '<h2>Rule</h2><ul><li><p>one</p></li><li><p>two <strong>bold</strong></p></li></ul>'
    expect((await team.admin.get<Text>(at)).body).not.toHaveProperty('description_markdown')
    expect(await read(team.admin, at)).toMatchObject({
      description_html: html,
      description_markdown: '## Rule\n\n- one\n- two **bold**\n',
    })
    const changed = await team.admin.patch(at, { description_markdown: '## Rule\n\n- one\n- three' })
    expect(changed.status).toBeLessThan(300)
    expect((await read(team.admin, at)).description_html).toBe(
      '<h2>Rule</h2><ul><li><p>one</p></li><li><p>three</p></li></ul>',
    )
    await team.admin.patch(at, { description_markdown: 'Lost', description_html: '<p>Kept</p>' })
    expect((await read(team.admin, at)).description_html).toBe('<p>Kept</p>')
  })

  test('begin with a document of the editor too', async () => {
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Rule' }] }]
    const at = await create({ description: { type: 'doc', content } })
    expect((await read(team.admin, at)).description_html).toBe('<p>Rule</p>')
    expect((await read(team.admin, await create({ description: {} }))).description_html).toBe('<p></p>')
    const wrong = { name: 'Tide rule', description: { type: 'window' } }
    expect((await team.admin.post(`${team.path}/${kind}/`, wrong)).status).toBe(400)
  })

  test('an empty text is taken, and may be written into', async () => {
    const at = await create({})
    expect((await read(team.admin, at)).description_markdown).toBe('\n')
    await team.admin.patch(at, { description_markdown: 'Words' })
    expect((await read(team.admin, at)).description_html).toBe('<p>Words</p>')
    await team.admin.patch(at, { description_markdown: '' })
    expect((await read(team.admin, at)).description_html).toBe('<p></p>')
  })

  test('content without a Markdown form stays, and so do others’ words written meanwhile', async () => {
    const table =
      '<table style="min-width: 50px"><colgroup><col style="min-width: 25px"><col style="min-width: 25px"></colgroup><tbody><tr><td colspan="1" rowspan="1" data-background="red"><p>a</p></td><td colspan="1" rowspan="1"><p>b</p></td></tr></tbody></table>'
    const high = '<p style="text-align: center">Mind the <span data-text-color="peach">high</span> water</p>'
    const at = await create({ description_html: `${high}${table}<p>Last</p>` })
    const { description_markdown } = await read(team.admin, at)
    await team.member.patch(at, { description_html: `${high}${table}<p>Last of all</p>` })
    const sent = `${description_markdown}`.replace('Mind', 'Always mind')
    expect((await team.admin.patch(at, { description_markdown: `${sent}\nAnd more.` })).status).toBeLessThan(
      300,
    )
    expect((await read(team.admin, at)).description_html).toBe(
      `${high.replace('Mind', 'Always mind')}${table}<p>Last of all</p><p>And more.</p>`,
    )
  })

  test('a toggle, a caption and a table of contents outlive an edit as Markdown', async () => {
    const contents = '<div data-block-type="table-of-contents"></div><h2>Sills</h2>'
    const figure = '<figure><image-component src="1"></image-component><figcaption>Pier</figcaption></figure>'
    const toggle = (words: string) => `<details><summary>Why</summary><p>${words}</p></details>`
    const at = await create({ description_html: `${contents}${toggle('So it is')}${figure}` })
    const { description_markdown } = await read(team.admin, at)
    const sent = `${description_markdown}`.replace('So it is', 'So it was')
    expect(sent).not.toBe(description_markdown)
    await team.admin.patch(at, { description_markdown: sent })
    expect((await read(team.admin, at)).description_html).toBe(`${contents}${toggle('So it was')}${figure}`)
  })

  test('people, issues and images are named by their addresses, and known by them', async () => {
    const issue = await make.issue(team.admin, team.path, { name: 'Dredge the sill' })
    const key = `${team.project.identifier}-${issue.sequence_id}`
    const hidden = await make.project(team.admin, team.workspace.slug, { network: 0 })
    const secret = await make.issue(team.admin, hidden.path, { name: 'Secret berth' })
    const embed = (id: string, project: string) =>
      `<issue-embed-component entity_identifier="${id}" project_identifier="${project}" workspace_identifier="${team.workspace.slug}" entity_name="issue"></issue-embed-component>`
    const file = '11111111-2222-4333-8444-555555555555'
    const html =
      `<p>For <mention-component label="Mei" target="users" entity_name="user_mention" entity_identifier="${team.member.id}"></mention-component></p>` +
      embed(issue.id, team.project.id) +
      embed(secret.id, hidden.id) +
      `<image-component src="${file}" alt="Pier"></image-component>`
    const at = await create({ description_html: html })
    const site = `${server.origin}/${team.workspace.slug}`
    const { description_markdown } = await read(team.member, at)
    expect(description_markdown).toBe(
      `For [@Mei](${site}/profile/${team.member.id})\n\n` +
        `[${key} Dredge the sill](${site}/projects/${team.project.id}/issues/${issue.id})\n\n` +
        `[Issue](${site}/projects/${hidden.id}/issues/${secret.id})\n\n` +
        `![Pier](${server.origin}/api/assets/v2/workspaces/${team.workspace.slug}/projects/${team.project.id}/${file}/)\n`,
    )
    const again = await create({ description_markdown })
    expect((await read(team.member, again)).description_html).toBe(html)
  })

  test.each([
    ['too long', 'words\n'.repeat(100_000), /longer than 500,000 characters/],
    ['too many lines', 'w\n'.repeat(50_001), /more than 50,000 lines/],
    ['too many quotes', '> '.repeat(101), /nested too deeply/],
  ])('%s is refused for that, and nothing changes', async (_, description_markdown, why) => {
    const at = await create({ description_markdown: 'Whole' })
    const refused = await team.admin.patch(at, { name: 'Other', description_markdown })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ description_markdown: [expect.stringMatching(why)] })
    expect(await read(team.admin, at)).toMatchObject({
      name: 'Tide rule',
      description_html: '<p>Whole</p>',
    })
    expect(
      (await team.admin.post(`${team.path}/${kind}/`, { name: 'New', description_markdown })).status,
    ).toBe(400)
  })

  test('is told what anyone writes by hand, and hands out the same', async () => {
    const description_markdown =
      '1. \n2. Call [`tide()`](https://quay.example/t)\n\n   ```\n   if a:\n     go()\n   ```\n\nMr. Smith, see[^1].\n\n[^1]: First.\n\n| h |\n| - |\n| a<br>b |'
    const at = await create({ description_markdown })
    const first = await read(team.admin, at)
    expect(first.description_html).toMatch(
      /^<ol><li><p><\/p><\/li><li><p>Call <a [^>]*href="https:\/\/quay.example\/t"><code>tide\(\)<\/code><\/a><\/p><pre><code>if a:\n {2}go\(\)<\/code><\/pre><\/li><\/ol><p>Mr. Smith, see\[\^1\].<\/p><p>\[\^1\]: First.<\/p>.*<p>a<br>b<\/p>/,
    )
    const sent = `${first.description_markdown}`.replace('go()', 'stop()')
    await team.admin.patch(at, { description_markdown: sent })
    const edited = first.description_html.replace('go()', 'stop()')
    expect((await read(team.admin, at)).description_html).toBe(edited)
    const again = await create({ description_markdown: first.description_markdown })
    expect((await read(team.admin, again)).description_html).toBe(first.description_html)
  })

  test('HTML of other programs is read as by a paste', async () => {
    const description_html =
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked> b</li></ul><pre><div>c</div><div>  d</div></pre><p><br></p><ul><li>e</li><ul><li>f</li></ul></ul>'
    const at = await create({ description_html: '<p>Whole</p>' })
    const rule =
      /^<ul data-type="taskList"><li data-checked="true" .*<p>b<\/p><\/div><\/li><\/ul><pre><code>c\n {2}d<\/code><\/pre><p><\/p><ul><li><p>e<\/p><ul><li><p>f<\/p><\/li><\/ul><\/li><\/ul>$/
    expect((await read(team.admin, await create({ description_html }))).description_html).toMatch(rule)
    await team.admin.patch(at, { description_html })
    expect((await read(team.admin, at)).description_html).toMatch(rule)
  })

  test('HTML within it is words, and no address runs', async () => {
    const at = await create({
      description_markdown:
        '[x](javascript:alert(1)) <script>alert(1)</script> <img src=x onerror=alert(1)>\n\n<iframe src="https://x.example"></iframe>',
    })
    expect((await read(team.admin, at)).description_html).not.toMatch(
      /<(?:script|iframe|img)|href="javascript/,
    )
  })
})

test('a draft of a project begins as an issue does: with Markdown, or a document of the editor', async () => {
  const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Rule' }] }]
  for (const [text, html] of [
    [{ description_markdown: '## Rule' }, '<h2>Rule</h2>'],
    [{ description: { type: 'doc', content } }, '<p>Rule</p>'],
  ] as const)
    for (const [path, fields] of [
      ['issues', { is_draft: true }],
      ['issue-drafts', {}],
    ] as const) {
      const body = { name: 'Tide rule', ...fields, ...text }
      const made = await team.admin.post<Text>(`${team.path}/${path}/`, body)
      expect(made.status).toBe(201)
      const draft = await team.admin.get<Text>(`${team.path}/issue-drafts/${made.body.id}/`)
      expect(draft.body.description_html).toBe(html)
    }
})
