/** Things that a text names or holds without words of their own: put in, pasted, given out, and live for its readers. */
import { afterAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { caretAfter, copyMarkdown, openPage, paste, slash, text } from '../support/openPage.ts'
import { picture } from '../support/pictures.ts'
import { sight } from '../support/sight.ts'

afterAll(leaveSeats)

type World = Awaited<ReturnType<typeof begin>>

const begin = async () => {
  const world = await openPage()
  const { team, make } = world
  const [freya, mei] = [await world.sit(team.admin), await world.sit(team.member)]
  const issue = await make.issue(team.admin, team.path, { name: 'Dredge the sill' })
  const lantern = await make.issue(team.admin, team.path, { name: 'Lantern repair', priority: 'urgent' })
  const other = await world.page('<p>Elsewhere</p>', { name: 'Berth rules' })
  const me = (await team.member.get<{ display_name: string }>('/api/users/me/')).body.display_name
  const site = `${world.server.origin}/${team.workspace.slug}`
  const things = `${site}/projects/${team.project.id}`
  const keyOf = ({ sequence_id }: typeof issue) => `${team.project.identifier}-${sequence_id}`
  return { world, freya, mei, issue, lantern, other, me, site, things, keyOf, member: team.member.id }
}

type Thing = {
  /** Puts it where the caret is. */
  insert: (world: World) => Promise<void>
  /** Its HTML as stored. */
  stored: (world: World) => string
  /** The number of them that the reader sees, told from the screen alone. */
  seen: (who: Seat, world: World) => Promise<number>
  /** As other programs put it on the clipboard. */
  html: (world: World) => string
  markdown: (world: World) => string
  /** The page's Markdown of it. */
  given: (world: World) => string
}

const choose = async ({ page }: Seat, typed: string, option: string | RegExp) => {
  await page.keyboard.type(typed)
  const found = page.getByRole('listbox', { name: 'Insert' }).getByRole('option', { name: option })
  await found.waitFor()
  // By keys: down to it, and Enter.
  for (let n = 0; n < 40 && (await found.first().getAttribute('aria-selected')) !== 'true'; n++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

const link = (who: Seat, name: string | RegExp, exact = false) => text(who).getByRole('link', { name, exact })

const images = (who: Seat) =>
  text(who)
    .locator('img')
    .evaluateAll(all => all.filter(one => (one as HTMLImageElement).naturalWidth > 0).length)

const imageOf = async ({ world, other }: World) => {
  // The image shown first on the page is the one copied.
  const html = await world.html(other.id)
  return /src="([\w-]{36})"/.exec(html)?.[1] ?? ''
}

const things: Record<string, Thing> = {
  divider: {
    insert: ({ freya }) => slash(freya, 'divider'),
    stored: () => '<hr>',
    seen: who => text(who).getByRole('separator').count(),
    html: () => '<hr>',
    markdown: () => '---',
    given: () => '---',
  },
  person: {
    insert: ({ freya, me }) => choose(freya, `@${me.slice(0, 8)}`, me),
    stored: ({ member }) => `entity_identifier="${member}"`,
    seen: (who, { me }) => link(who, `@${me}`, true).count(),
    html: ({ site, member, me }) => `<p><a href="${site}/profile/${member}">@${me}</a></p>`,
    markdown: ({ site, member, me }) => `So [@${me}](${site}/profile/${member})`,
    given: ({ site, member, me }) => `[@${me}](${site}/profile/${member})`,
  },
  page: {
    insert: ({ freya }) => choose(freya, '@berth', /Berth rules/),
    stored: ({ other }) => `entity_identifier="${other.id}"`,
    seen: who => link(who, 'Berth rules', true).count(),
    html: ({ things: at, other }) => `<p><a href="${at}/pages/${other.id}">@Berth rules</a></p>`,
    markdown: ({ things: at, other }) => `So [@Berth rules](${at}/pages/${other.id})`,
    given: ({ things: at, other }) => `[@Berth rules](${at}/pages/${other.id})`,
  },
  'issue in a line': {
    insert: ({ freya }) => choose(freya, '@dredge', /Dredge the sill/),
    stored: ({ issue }) => `entity_name="issue" entity_identifier="${issue.id}"`,
    seen: (who, { issue, keyOf }) => link(who, `${keyOf(issue)} Dredge the sill`).count(),
    html: ({ things: at, issue, keyOf }) => `<p><a href="${at}/issues/${issue.id}">@${keyOf(issue)}</a></p>`,
    // Its address alone is enough.
    markdown: ({ things: at, issue }) => `${at}/issues/${issue.id}`,
    given: ({ things: at, issue, keyOf }) => `[@${keyOf(issue)}](${at}/issues/${issue.id})`,
  },
  'issue on a line of its own': {
    insert: ({ freya }) => choose(freya, '/lantern', /Lantern repair/),
    stored: ({ lantern }) => `<issue-embed-component entity_identifier="${lantern.id}"`,
    seen: who => link(who, /Lantern repair/).count(),
    html: ({ things: at, lantern, keyOf }) =>
      `<p><a href="${at}/issues/${lantern.id}">${keyOf(lantern)} Lantern repair</a></p>`,
    markdown: ({ things: at, lantern, keyOf }) =>
      `[${keyOf(lantern)} Lantern repair](${at}/issues/${lantern.id})`,
    given: ({ things: at, lantern, keyOf }) =>
      `[${keyOf(lantern)} Lantern repair](${at}/issues/${lantern.id})`,
  },
}

const count = (html: string, part: string) => html.split(part).length - 1

test('each is put in by keys, taken back, pasted both ways, given out, and there for whoever comes later', async () => {
  const all = await begin()
  const { world, freya, mei } = all
  const places = Object.keys(things).flatMap(name => [`${name} one`, `${name} two`, `${name} three`])
  const made = await world.page(places.map(words => `<p>${words}</p>`).join(''))
  await world.open(freya, made.id)
  await freya.page.waitForLoadState('networkidle')
  const holds = (id: string, { stored }: Thing, wanted: number) =>
    expect.poll(async () => count(await world.html(id), stored(all))).toBe(wanted)
  const below = async (words: string) => {
    await caretAfter(freya, words)
    await freya.page.keyboard.press('Enter')
  }

  for (const [name, thing] of Object.entries(things)) {
    await below(`${name} one`)
    await thing.insert(all)
    await holds(made.id, thing, 1)
    await freya.page.keyboard.press('Control+z')
    await holds(made.id, thing, 0)
    await freya.page.keyboard.press('Control+Shift+z')
    await holds(made.id, thing, 1)
    await below(`${name} two`)
    await paste(freya, { 'text/html': thing.html(all), 'text/plain': 'Pasted' })
    await holds(made.id, thing, 2)
    await below(`${name} three`)
    await paste(freya, { 'text/plain': thing.markdown(all) })
    await holds(made.id, thing, 3)
  }

  // Exported text comes back as it was.
  const copied = await copyMarkdown(freya)
  for (const thing of Object.values(things)) expect(count(copied, thing.given(all))).toBe(3)
  const second = await world.page('<p>Start</p>')
  await world.open(freya, second.id)
  await below('Start')
  await paste(freya, { 'text/plain': copied })
  for (const thing of Object.values(things)) await holds(second.id, thing, 3)
  // A mention comes with its blank, and a typed one is no second.
  await below('Start')
  await choose(freya, `@${all.me.slice(0, 8)}`, all.me)
  await freya.page.keyboard.type(' and others')
  await expect.poll(() => world.html(second.id)).toContain('</mention-component> and others')

  for (const who of [freya, mei]) {
    await world.open(who, made.id)
    for (const thing of Object.values(things)) await expect.poll(() => thing.seen(who, all)).toBe(3)
  }
  await sight(mei)
  world.quiet()
})

test('named things are called what they are now, for everyone; a day, a sign and a new issue come by their words', async () => {
  const { world, freya, mei, issue, lantern, other, me, things: at, keyOf, member } = await begin()
  const { team } = world
  const project = new URL(at).pathname
  const made = await world.page(`<p>Start</p>
    <p>Ask <mention-component label="Once" entity_name="user_mention" entity_identifier="${member}"></mention-component>
    of <mention-component label="ONCE-1" entity_name="issue" entity_identifier="${issue.id}" redirect_uri="${project}/issues/${issue.id}"></mention-component>
    and <mention-component label="Once" entity_name="page_mention" entity_identifier="${other.id}" redirect_uri="${project}/pages/${other.id}"></mention-component></p>
    <issue-embed-component entity_identifier="${lantern.id}" project_identifier="${team.project.id}"></issue-embed-component>`)
  await world.open(freya, made.id)
  await world.open(mei, made.id)
  for (const who of [freya, mei])
    for (const name of [`${keyOf(issue)} Dredge the sill`, 'Berth rules', `@${me}`, 'Lantern repair'])
      await link(who, name).waitFor()
  // Changes of the named rows show.
  const done = await team.admin.get<{ id: string; group: string }[]>(`${team.path}/states/`)
  const state_id = done.body.find(state => state.group === 'completed')?.id
  await team.admin.patch(`${team.path}/issues/${issue.id}/`, { name: 'Dredge it all', state_id })
  await team.admin.patch(`${team.path}/issues/${lantern.id}/`, { name: 'Lantern mended' })
  await team.admin.patch(`${team.path}/pages/${other.id}/`, { name: 'Rules of berths' })
  const dredged = link(mei, 'Dredge it all')
  await dredged.waitFor()
  const words = dredged.getByText('Dredge it all')
  expect(await words.evaluate(node => getComputedStyle(node).textDecorationLine)).toBe('line-through')
  await link(mei, 'Lantern mended').waitFor()
  const detail = await team.admin.get<{ issue_ids: string[] }>(`${team.path}/pages/${made.id}/`)
  expect(detail.body.issue_ids.sort()).toEqual([issue.id, lantern.id].sort())

  await caretAfter(freya, 'Start')
  await freya.page.keyboard.press('Enter')
  await choose(freya, '@tomorrow', /\d{4}$/)
  await choose(freya, ':rocket', /rocket/)
  await world.becomes(made.id, /20\d\d 🚀/)
  await freya.page.keyboard.press('Enter')
  await freya.page.keyboard.type('/Winch')
  await freya.page.getByRole('option', { name: /New issue “Winch”/ }).waitFor()
  await freya.page.keyboard.press('Control+Enter')
  for (const who of [freya, mei]) await link(who, 'Winch').waitFor()
  await sight(mei)
  const rows = (await team.admin.get<{ results: { name: string }[] }>(`${team.path}/issues/`)).body.results
  expect(rows.filter(row => row.name === 'Winch')).toHaveLength(1)
  await link(freya, 'Winch').click()
  await freya.page.getByRole('textbox', { name: 'Title' }).waitFor()
  await link(mei, 'Rules of berths').click()
  await mei.page.getByText('Elsewhere').waitFor()
  world.quiet()
})

test('a person who may not see an issue is told its key at most; nothing of it comes along', async () => {
  const world = await openPage()
  const { team, make } = world
  const hidden = await make.project(team.admin, team.workspace.slug, { network: 0 })
  const issue = await make.issue(team.admin, hidden.path, { name: 'Secret berth' })
  const mei = await world.sit(team.member)
  const at = `/${team.workspace.slug}/projects/${hidden.id}/issues/${issue.id}`
  const made = await world.page(
    `<p>Of <mention-component entity_name="issue" entity_identifier="${issue.id}" label="HID-1" redirect_uri="${at}"></mention-component></p>
     <issue-embed-component entity_identifier="${issue.id}" project_identifier="${hidden.id}"></issue-embed-component>`,
  )
  await world.open(mei, made.id)
  await text(mei).getByText('HID-1').waitFor()
  await text(mei).getByText('This issue was deleted, or it is not shared with you.').waitFor()
  expect(await mei.page.content()).not.toContain('Secret berth')
  expect(await text(mei).getByRole('link').count()).toBe(0)
})

test('an image is given out with its description, and pasted as Markdown and as HTML', async () => {
  const all = await begin()
  const { world, freya, mei, other } = all
  const made = await world.page('<p>First</p><p>Third</p>')
  await world.open(freya, other.id)
  await caretAfter(freya, 'Elsewhere')
  await freya.page.keyboard.press('Enter')
  const [chooser] = await Promise.all([freya.page.waitForEvent('filechooser'), slash(freya, 'image')])
  await chooser.setFiles({ name: 'lighthouse.png', mimeType: 'image/png', buffer: picture(400, 200) })
  await expect.poll(() => imageOf(all)).not.toBe('')
  const id = await imageOf(all)
  const address = `${world.server.origin}/api/assets/v2/workspaces/${world.team.workspace.slug}/projects/${world.team.project.id}/${id}/`

  // Markdown and HTML hold its description.
  await freya.page.keyboard.press('Enter')
  await freya.page.getByRole('button', { name: 'Add alt text' }).click()
  await freya.page.getByRole('textbox', { name: 'Describe the image' }).fill('Pier')
  await freya.page.keyboard.press('Enter')
  await world.becomes(other.id, /alt="Pier"/)
  expect(await copyMarkdown(freya)).toContain(`![Pier](${address})`)

  await world.open(freya, made.id)
  await freya.page.waitForLoadState('networkidle')
  const holds = (wanted: number) =>
    expect.poll(async () => count(await world.html(made.id), `src="${id}"`)).toBe(wanted)
  await caretAfter(freya, 'First')
  await freya.page.keyboard.press('Enter')
  await paste(freya, { 'text/plain': `Before\n\n![Pier](${address})\n\nBehind` })
  await holds(1)
  await caretAfter(freya, 'Third')
  await freya.page.keyboard.press('Enter')
  await paste(freya, { 'text/html': `<p>So</p><img src="${address}" alt="Pier">`, 'text/plain': 'So' })
  await holds(2)
  await world.open(mei, made.id)
  for (const who of [freya, mei]) {
    await expect.poll(() => images(who)).toBe(2)
    expect(await text(who).getByRole('img', { name: 'Pier' }).count()).toBe(2)
  }
  world.quiet()
})
