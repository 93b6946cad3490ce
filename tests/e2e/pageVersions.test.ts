import { expect, test } from 'vitest'
import { goWithin } from '../support/browser.ts'
import { caretAfter, openPage } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

/** Spells of editing an hour apart, without the hour. */
const aWhileAgo = (world: Awaited<ReturnType<typeof openPage>>, id: string) =>
  world.server.db.raw(
    `update page_versions set created_at = created_at - interval '1 hour',
       last_saved_at = last_saved_at - interval '1 hour' where page = ?`,
    [id],
  )

test('versions: the changes of each, by name, restored with a word to the others, and back again', async () => {
  const world = await openPage()
  const { team } = world
  const [freya, mei] = [await world.sit(team.admin), await world.sit(team.member)]
  const { page } = freya
  const made = await world.page('<p>The sill is one metre deep.</p>')
  await world.open(freya, made.id)
  const write = async (after: string, words: string, wanted: RegExp) => {
    await caretAfter(freya, after)
    await page.keyboard.type(words)
    await world.becomes(made.id, wanted)
    await aWhileAgo(world, made.id)
  }
  await write('The sill is one metre deep.', ' So they say.', /So they say\./)
  await write('The sill is one metre deep. So they say.', ' Measured again.', /Measured again\./)
  await world.open(mei, made.id)

  await page.getByRole('button', { name: 'Version history' }).first().click()
  const history = page.getByRole('dialog')
  const versions = history.locator('[data-version]')
  await versions.nth(1).waitFor()
  await history.locator('ins').waitFor()
  expect(await history.locator('ins').allTextContents()).toEqual([' Measured again.'])
  expect(await history.locator('del').count()).toBe(0)
  await history.getByText('So they say').waitFor()
  expect(page.url()).toContain('version=current')
  expect(await history.getByRole('button', { name: 'Restore' }).count()).toBe(0)
  await sight(freya)

  const count = await versions.count()
  await versions.nth(1).getByRole('button').first().click()
  await expect.poll(() => page.url()).not.toContain('version=current')
  await history.getByText('The sill is one metre deep.').waitFor()
  await expect.poll(() => history.getByText('Measured again').count()).toBe(0)
  await versions.nth(1).hover()
  await versions
    .nth(1)
    .getByRole('button', { name: /^Name the version/ })
    .click()
  await page.keyboard.type('As they said')
  await page.keyboard.press('Enter')
  await versions.nth(1).getByText('As they said').waitFor()
  await page.reload()
  await versions.nth(1).getByText('As they said').waitFor()

  // Somebody else writes meanwhile: the list learns of it.
  await caretAfter(mei, 'The sill is one metre deep. So they say. Measured again.')
  await mei.page.keyboard.type(' Twice.')
  await expect.poll(() => versions.count()).toBe(count + 1)

  await history.getByRole('button', { name: 'Restore' }).click()
  await history.waitFor({ state: 'detached' })
  await world.becomes(made.id, /^<p>The sill is one metre deep\. So they say\.<\/p>$/)
  await mei.page.getByText('has restored an earlier version.').waitFor()
  await expect.poll(() => mei.page.getByText('Twice').count()).toBe(0)

  // Nothing is lost by it: the former text is a version as well.
  await page.getByRole('button', { name: 'Version history' }).first().click()
  await versions.nth(1).getByRole('button').first().click()
  await history.getByText('Twice').waitFor()
  await history.getByRole('button', { name: 'Restore' }).click()
  await world.becomes(made.id, /Twice\.<\/p>$/)
  world.quiet()
})

test('history that does not come says so and is asked for again; Escape closes it', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page('<p>Ebb</p>')
  await world.open(freya, made.id)
  await page.route('**/versions/', route => route.fulfill({ status: 500, body: '{"error":"Not now"}' }))
  await page.getByRole('button', { name: 'Version history' }).first().click()
  await page.getByText('The history could not be loaded').waitFor()
  await sight(freya)
  await page.unroute('**/versions/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Current version').waitFor()
  await page.getByRole('dialog').getByText('Ebb').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('version')
  // A link to a missing version does not show the present text in its place.
  await goWithin(page, `${world.address(made.id)}?version=${made.id}`)
  await page.getByText('Version not found').waitFor()
  expect(await page.getByRole('dialog').getByText('Ebb').count()).toBe(0)
  await page.getByRole('button', { name: 'Show the current version' }).click()
  await page.getByRole('dialog').getByText('Ebb').waitFor()
  world.quiet()
})

test('a reader sees the versions and restores nothing', async () => {
  const world = await openPage()
  const { team } = world
  await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
  const guest = await world.sit(team.guest)
  const made = await world.page('<p>Ebb</p>')
  await team.admin.patch(`${team.path}/pages/${made.id}/`, { description_html: '<p>Flood</p>' })
  await aWhileAgo(world, made.id)
  await team.admin.patch(`${team.path}/pages/${made.id}/`, { description_html: '<p>Slack</p>' })
  await world.open(guest, made.id, 'Read only')
  await guest.page.getByRole('button', { name: 'Version history' }).first().click()
  const history = guest.page.getByRole('dialog')
  await history.locator('ins').getByText('Slack').waitFor()
  await history.locator('del').getByText('Flood').waitFor()
  await history.locator('[data-version]').nth(1).getByRole('button').first().click()
  await history.getByText('Flood').first().waitFor()
  expect(await history.getByRole('button', { name: /Restore|Name/ }).count()).toBe(0)
  world.quiet()
})
