import { expect, test } from 'vitest'
import { caretAfter, openPage, text } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

test('the title says where it is, and whose it is when two write it', async () => {
  const world = await openPage()
  const { team } = world
  const { freya, mei, made } = await world.together('<p>Ebb</p>')
  const title = ({ page }: typeof freya) => page.getByLabel('Title')
  const row = `**/pages/${made.id}/`
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await freya.page.route(row, async route => {
    await held
    await route.continue()
  })
  await title(freya).fill('Tide tables')
  await freya.page.getByText('Saving…').waitFor()
  letGo()
  await mei.page.getByRole('heading', { name: 'Tide tables' }).waitFor()
  await freya.page.getByText('Saved', { exact: true }).waitFor()

  await freya.page.unroute(row)

  // Both are at it: the later one wins, and is shown the other.
  await title(mei).pressSequentially('!')
  await team.admin.patch(`${team.path}/pages/${made.id}/`, { name: 'Tide books' })
  await mei.page.getByText('The title was “Tide books” until you changed it.').waitFor()
  await expect.poll(() => title(freya).inputValue()).toBe('Tide tables!')

  // A refused change is taken back, and can be tried again.
  await freya.page.route(row, route =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, body: '{"error":"Not now."}' })
      : route.continue(),
  )
  await title(freya).fill('Refused')
  await freya.page.keyboard.press('Enter')
  await expect.poll(() => text(freya).evaluate(node => node === document.activeElement)).toBe(true)
  await freya.page.getByText('The title was not saved. Not now.').waitFor()
  await expect.poll(() => title(freya).inputValue()).toBe('Tide tables!')
  await freya.page.unroute(row)
  await freya.page.getByRole('button', { name: 'Retry' }).click()
  await mei.page.getByRole('heading', { name: 'Refused' }).waitFor()
  world.quiet()
})

test('the head of a page: favourite, link, copy, and the pages above it', async () => {
  const world = await openPage()
  const { team } = world
  const freya = await world.sit(team.admin)
  const { page } = freya
  const above = await world.page('<p>Above</p>', { name: 'Harbour' })
  const made = await world.page('<p>Ebb</p>', { name: 'Tides', parent: above.id })
  await world.open(freya, made.id)
  await page.locator('header').getByRole('link', { name: 'Harbour' }).waitFor()
  await page.getByRole('button', { name: 'Add to favourites' }).click()
  const side = page.getByRole('navigation', { name: 'Workspace' })
  await side.getByRole('link', { name: 'Tides' }).waitFor()
  await page.getByRole('button', { name: 'Remove from favourites' }).click()
  await side.getByRole('link', { name: 'Tides' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(world.address(made.id))
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menu').waitFor()
  await sight(freya)
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { name: 'Copy of Tides' }).waitFor()
  await page.getByText('Ebb', { exact: true }).waitFor()
  expect(page.url()).not.toContain(made.id)
  world.quiet()
})

test('the bubble goes while the text scrolls and comes again where the selection is', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page(Array.from({ length: 60 }, (_, at) => `<p>Line ${at}</p>`).join(''))
  await world.open(freya, made.id)
  await caretAfter(freya, 'Line 9')
  await page.keyboard.press('Shift+Home')
  const bubble = page.getByRole('toolbar', { name: 'Format the selection' })
  await bubble.waitFor()
  const before = await bubble.boundingBox()
  await page.mouse.move(700, 600)
  await page.mouse.wheel(0, 120)
  await expect.poll(async () => (await bubble.boundingBox())?.y).toBe((before?.y ?? 0) - 120)
  await page.mouse.wheel(0, 900)
  await bubble.waitFor({ state: 'detached' })
  await page.mouse.wheel(0, -900)
  await bubble.waitFor()
  await page.keyboard.type('x')
  await bubble.waitFor({ state: 'detached' })
  world.quiet()
})

test('on a phone a page is read and written; its outline is behind a button', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin, { width: 390, height: 844 })
  const { page } = freya
  const made = await world.page('<h2>Ebb</h2><p>Water leaves.</p><h2>Flood</h2><p>Water comes.</p>')
  await world.open(freya, made.id)
  await sight(freya)
  await page.getByRole('button', { name: 'On this page' }).click()
  const outline = page.getByRole('navigation', { name: 'On this page' })
  await expect.poll(() => outline.getByRole('link').allTextContents()).toEqual(['Ebb', 'Flood'])
  await sight(freya)
  await outline.getByRole('link', { name: 'Flood' }).click()
  await outline.waitFor({ state: 'detached' })
  await caretAfter(freya, 'Water comes.')
  await page.keyboard.type(' Slowly.')
  await world.becomes(made.id, /Water comes\. Slowly\./)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  world.quiet()
})
