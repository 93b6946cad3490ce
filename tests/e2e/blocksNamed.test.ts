/** Things in a text without words of their own: put in, changed, pasted both ways, given out and taken back, still there. */
import { afterAll, expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { caretAfter, copyMarkdown, openPage, paste, slash, text } from '../support/openPage.ts'
import { picture } from '../support/pictures.ts'

afterAll(leaveSeats)

type World = Awaited<ReturnType<typeof begin>>

const begin = async () => {
  const world = await openPage()
  const { team, make } = world
  const [freya, mei] = [await world.sit(team.admin), await world.sit(team.member)]
  const issue = await make.issue(team.admin, team.path, { name: 'Dredge the sill' })
  const other = await world.page('<p>Elsewhere</p>', { name: 'Berth rules' })
  const me = (await team.member.get<{ display_name: string }>('/api/users/me/')).body.display_name
  const site = `${world.server.origin}/${team.workspace.slug}`
  const things = `${site}/projects/${team.project.id}`
  const key = `${team.project.identifier}-${issue.sequence_id}`
  return { world, freya, mei, issue, other, me, site, things, key, member: team.member.id }
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
  for (let n = 0; n < 40 && (await found.first().getAttribute('aria-selected')) !== 'true'; n++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

const links = (who: Seat, name: string) => text(who).getByRole('link', { name, exact: true }).count()

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
    seen: (who, { me }) => links(who, `@${me}`),
    html: ({ site, member, me }) => `<p><a href="${site}/profile/${member}">@${me}</a></p>`,
    markdown: ({ site, member, me }) => `So [@${me}](${site}/profile/${member})`,
    given: ({ site, member, me }) => `[@${me}](${site}/profile/${member})`,
  },
  page: {
    insert: ({ freya }) => choose(freya, '@berth', /Berth rules/),
    stored: ({ other }) => `entity_identifier="${other.id}"`,
    seen: who => links(who, 'Berth rules'),
    html: ({ things: at, other }) => `<p><a href="${at}/pages/${other.id}">@Berth rules</a></p>`,
    markdown: ({ things: at, other }) => `So [@Berth rules](${at}/pages/${other.id})`,
    given: ({ things: at, other }) => `[@Berth rules](${at}/pages/${other.id})`,
  },
  'issue in a line': {
    insert: ({ freya }) => choose(freya, '@dredge', /Dredge the sill/),
    stored: ({ issue }) => `entity_name="issue" entity_identifier="${issue.id}"`,
    seen: (who, { key }) =>
      text(who)
        .getByRole('link', { name: `${key} Dredge the sill` })
        .count(),
    html: ({ things: at, issue, key }) => `<p><a href="${at}/issues/${issue.id}">@${key}</a></p>`,
    // Its address alone is enough.
    markdown: ({ things: at, issue }) => `${at}/issues/${issue.id}`,
    given: ({ things: at, issue, key }) => `[@${key}](${at}/issues/${issue.id})`,
  },
  'issue on a line of its own': {
    insert: ({ freya }) => choose(freya, '/dredge', /Dredge the sill/),
    stored: ({ issue }) => `<issue-embed-component entity_identifier="${issue.id}"`,
    seen: who =>
      text(who)
        .getByRole('link', { name: /Dredge the sill/ })
        .count(),
    html: ({ things: at, issue, key }) =>
      `<p><a href="${at}/issues/${issue.id}">${key} Dredge the sill</a></p>`,
    markdown: ({ things: at, issue, key }) => `[${key} Dredge the sill](${at}/issues/${issue.id})`,
    given: ({ things: at, issue, key }) => `[${key} Dredge the sill](${at}/issues/${issue.id})`,
  },
}

const count = (html: string, part: string) => html.split(part).length - 1

test.each(Object.entries(things))('%s', async (_, thing) => {
  const all = await begin()
  const { world, freya, mei } = all
  const made = await world.page('<p>First</p><p>Second</p><p>Third</p>')
  await world.open(freya, made.id)
  await world.open(mei, made.id)
  await freya.page.waitForLoadState('networkidle')
  const holds = (wanted: number) =>
    expect.poll(async () => count(await world.html(made.id), thing.stored(all))).toBe(wanted)
  const below = async (words: string) => {
    await caretAfter(freya, words)
    await freya.page.keyboard.press('Enter')
  }

  await below('First')
  await thing.insert(all)
  await holds(1)
  await freya.page.keyboard.press('Control+z')
  await holds(0)
  await freya.page.keyboard.press('Control+Shift+z')
  await holds(1)

  await below('Second')
  await paste(freya, { 'text/html': thing.html(all), 'text/plain': 'Pasted' })
  await holds(2)
  await below('Third')
  await paste(freya, { 'text/plain': thing.markdown(all) })
  await holds(3)

  // Exported text comes back as it was.
  const copied = await copyMarkdown(freya)
  expect(count(copied, thing.given(all))).toBe(3)
  const second = await world.page('<p>Start</p>')
  await world.open(freya, second.id)
  await freya.page.waitForLoadState('networkidle')
  await below('Start')
  await paste(freya, { 'text/plain': copied })
  await expect.poll(async () => count(await world.html(second.id), thing.stored(all))).toBe(3)
  await world.open(freya, made.id)

  for (const who of [freya, mei]) {
    await who.page.reload()
    await expect.poll(() => thing.seen(who, all)).toBe(3)
  }
  await axe(mei)
  world.quiet()
})

test('image', async () => {
  const all = await begin()
  const { world, freya, mei, other } = all
  const made = await world.page('<p>First</p><p>Second</p><p>Third</p>')
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
  const copied = await copyMarkdown(freya)
  expect(copied).toContain(`![Pier](${address})`)

  await world.open(freya, made.id)
  await world.open(mei, made.id)
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
  for (const who of [freya, mei]) {
    await who.page.reload()
    await expect.poll(() => images(who)).toBe(2)
    expect(await text(who).getByRole('img', { name: 'Pier' }).count()).toBe(2)
  }
  await axe(mei)
  world.quiet()
})
