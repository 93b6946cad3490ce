import { expect, test } from 'vitest'
import { caretAfter, openPage } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

test('blocks are found by the names that people have for them, however fast they are typed', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const menu = page.getByRole('listbox', { name: 'Insert' })
  const [made, last] = [await world.page('<p>One</p>'), await world.page('<p>One</p>')]
  await world.open(freya, made.id)
  await caretAfter(freya, 'One')
  for (const [typed, wanted] of [
    ['/todo', /<ul[^>]*data-type="taskList"/],
    ['/ordered', /<ol/],
    ['/ul', /<ul><li>|<ul[^>]*class/],
    ['/h2', /<h2/],
    ['/hr', /<hr/],
    ['/blockquote', /<blockquote/],
    ['/snippet', /<pre/],
  ] as const) {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    // Not a moment for the list to be drawn: a command never stays as text.
    await Promise.all([...typed].map(sign => page.keyboard.press(sign)).concat(page.keyboard.press('Enter')))
    await page.keyboard.type('x')
    await world.becomes(made.id, wanted)
    expect(await world.html(made.id)).not.toContain(`>${typed}`)
  }
  await world.open(freya, last.id)
  await caretAfter(freya, 'One')
  await page.keyboard.type(' /')
  await menu.waitFor()
  await sight(freya)
  const labels = await menu.getByRole('option').allInnerTexts()
  expect(labels.slice(-3).map(label => label.split('\n')[0])).toEqual(['Heading 4', 'Heading 5', 'Heading 6'])
  await page.keyboard.type('emoji')
  await page.keyboard.press('Enter')
  await menu.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await world.becomes(last.id, /^<p>One \p{Extended_Pictographic}/u)
  world.quiet()
})

test('a hash names an issue by its words or its number', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const issue = await world.make.issue(world.team.admin, world.team.path, { name: 'Sounding lead' })
  const made = await world.page('<p>See</p>')
  await world.open(freya, made.id)
  await caretAfter(freya, 'See')
  const found = page.getByRole('listbox', { name: 'Insert' }).getByRole('option', { name: /Sounding lead/ })
  await page.keyboard.type(' #sound')
  await found.waitFor()
  await sight(freya)
  await page.keyboard.press('Enter')
  await page.keyboard.type(`and #${issue.sequence_id}`)
  await found.waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await world.html(made.id)).split(issue.id).length).toBeGreaterThan(2)
  // At the beginning of a line followed by a space it is a heading, as ever.
  await page.keyboard.press('Enter')
  await page.keyboard.type('## Next')
  await world.becomes(made.id, /<h2[^>]*>Next<\/h2>/)
  world.quiet()
})

test('the card of a link goes where the link goes, and gives way to the bar of a selection', async () => {
  const world = await openPage()
  const { freya, mei } = await world.together('<p>First</p><p>See <a href="/somewhere">the quay</a> now</p>')
  const { page } = freya
  const card = page.locator('[data-link-card]')
  const link = page.getByRole('link', { name: 'the quay' })
  await link.click()
  await page.mouse.move(5, 5)
  await card.waitFor()
  const gap = async () => ((await card.boundingBox())?.y ?? 0) - ((await link.boundingBox())?.y ?? 0)
  const [before, lineBefore] = [await gap(), (await link.boundingBox())?.y ?? 0]
  await caretAfter(mei, 'First')
  for (const words of ['a', 'b', 'c']) {
    await mei.page.keyboard.press('Enter')
    await mei.page.keyboard.type(words)
  }
  await expect.poll(async () => ((await link.boundingBox())?.y ?? 0) - lineBefore).toBeGreaterThan(60)
  await expect.poll(async () => Math.abs((await gap()) - before)).toBeLessThan(2)
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByRole('toolbar', { name: 'Format the selection' }).waitFor()
  expect(await card.count()).toBe(0)
  // By its own clock, far longer than the pointer has to rest for a card.
  await page.clock.install()
  await link.hover()
  await page.clock.runFor(5_000)
  expect(await card.count()).toBe(0)
  await sight(freya)
  world.quiet()
})
