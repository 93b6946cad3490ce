/** The things that a text names: people, issues, pages, days and signs; live for its readers. */
import { afterAll, expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { caretAfter, openPage, text } from '../support/openPage.ts'

afterAll(leaveSeats)

const choose = async ({ page }: Seat, typed: string, option: string | RegExp) => {
  await page.keyboard.type(typed)
  const found = page.getByRole('listbox', { name: 'Insert' }).getByRole('option', { name: option })
  await found.waitFor()
  // By keys: down to it, and Enter.
  for (let n = 0; n < 40 && (await found.first().getAttribute('aria-selected')) !== 'true'; n++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('people, issues, pages and days are named by keys, and stay what they are called', async () => {
  const world = await openPage()
  const { team, make } = world
  const [freya, mei] = [await world.sit(team.admin), await world.sit(team.member)]
  const issue = await make.issue(team.admin, team.path, { name: 'Dredge the sill' })
  const other = await world.page('<p>Elsewhere</p>', { name: 'Berth rules' })
  const made = await world.page('<p>Start</p>')
  await world.open(freya, made.id)
  await world.open(mei, made.id)
  await caretAfter(freya, 'Start')
  await freya.page.keyboard.press('Enter')
  await choose(freya, '@dredge', /Dredge the sill/)
  await choose(freya, '@berth', /Berth rules/)
  const me = (await team.member.get<{ display_name: string }>('/api/users/me/')).body.display_name
  await choose(freya, `@${me.slice(0, 8)}`, me)
  await choose(freya, '@tomorrow', /\d{4}$/)
  await choose(freya, ':rocket', /rocket/)
  await world.becomes(
    made.id,
    /entity_name="issue".*entity_name="page_mention".*entity_name="user_mention".*20\d\d 🚀/s,
  )
  const chip = (who: Seat, words: string) => text(who).getByRole('link', { name: words })
  for (const who of [freya, mei]) {
    await chip(who, `${team.project.identifier}-${issue.sequence_id} Dredge the sill`).waitFor()
    await chip(who, 'Berth rules').waitFor()
    await chip(who, `@${me}`).waitFor()
  }
  await axe(mei)
  // Changes of the named rows show.
  const states = (await team.admin.get<{ id: string; group: string }[]>(`${team.path}/states/`)).body
  const done = states.find(state => state.group === 'completed')
  await team.admin.patch(`${team.path}/issues/${issue.id}/`, { name: 'Dredge it all', state_id: done?.id })
  await team.admin.patch(`${team.path}/pages/${other.id}/`, { name: 'Rules of berths' })
  await chip(mei, 'Dredge it all').waitFor()
  expect(
    await chip(mei, 'Dredge it all')
      .getByText('Dredge it all')
      .evaluate(node => getComputedStyle(node).textDecorationLine),
  ).toBe('line-through')
  await chip(mei, 'Rules of berths').waitFor()
  const detail = await team.admin.get<{ issue_ids: string[] }>(`${team.path}/pages/${made.id}/`)
  expect(detail.body.issue_ids).toEqual([issue.id])
  await mei.page.reload()
  await chip(mei, 'Dredge it all').waitFor()
  await chip(mei, 'Rules of berths').click()
  await mei.page.getByText('Elsewhere').waitFor()
  world.quiet()
})

test('an issue stands in a text with a line of its own: found, or made with the words typed', async () => {
  const world = await openPage()
  const { team, make } = world
  const [freya, mei] = [await world.sit(team.admin), await world.sit(team.member)]
  const issue = await make.issue(team.admin, team.path, { name: 'Lantern repair', priority: 'urgent' })
  const made = await world.page('<p>Start</p>')
  await world.open(freya, made.id)
  await world.open(mei, made.id)
  await caretAfter(freya, 'Start')
  await freya.page.keyboard.press('Enter')
  await choose(freya, '/lantern', /Lantern repair/)
  await world.becomes(made.id, new RegExp(`<issue-embed-component[^>]*entity_identifier="${issue.id}"`))
  const line = (who: Seat, words: string) => text(who).getByRole('link', { name: words })
  for (const who of [freya, mei]) await line(who, 'Lantern repair').waitFor()
  await axe(mei)
  await team.admin.patch(`${team.path}/issues/${issue.id}/`, { name: 'Lantern mended' })
  await line(mei, 'Lantern mended').waitFor()

  await caretAfter(freya, 'Start')
  await freya.page.keyboard.press('Enter')
  await freya.page.keyboard.type('/Winch')
  await freya.page.getByRole('option', { name: /New issue “Winch”/ }).waitFor()
  await freya.page.keyboard.press('Control+Enter')
  for (const who of [freya, mei]) await line(who, 'Winch').waitFor()
  const rows = (await team.admin.get<{ results: { name: string }[] }>(`${team.path}/issues/`)).body.results
  expect(rows.filter(row => row.name === 'Winch')).toHaveLength(1)
  await line(mei, 'Winch').click()
  await mei.page.getByRole('textbox', { name: 'Title' }).waitFor()
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
