import { expect, test } from 'vitest'
import { caretAfter, openPage, text } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

const two = '<p>One</p><p>Two</p>'

test('locking, archiving and taking away while somebody types take effect at once and lose nothing', async () => {
  const world = await openPage()
  const { team, make } = world
  const { freya, mei, made } = await world.together(two)
  // The people here can be pressed on a phone too.
  await mei.page.getByRole('group', { name: 'Here now' }).waitFor()
  await mei.page.setViewportSize({ width: 390, height: 800 })
  await sight(mei)
  await mei.page.setViewportSize({ width: 1440, height: 900 })
  const option = async (name: string) => {
    await freya.page.getByRole('button', { name: 'Page options' }).click()
    await freya.page.getByRole('menuitem', { name }).click()
  }
  const mayType = (is: boolean) =>
    expect.poll(() => text(mei).getAttribute('contenteditable')).toBe(String(is))
  const bar = mei.page.getByRole('toolbar', { name: 'Format', exact: true })
  await caretAfter(mei, 'One')
  await mei.page.keyboard.type(' and')

  await option('Lock page')
  await mayType(false)
  await mei.page.getByText('Locked', { exact: true }).waitFor()
  await mei.page.getByText('Read only', { exact: true }).waitFor()
  await bar.waitFor({ state: 'detached' })
  expect(await mei.page.getByLabel('Title').getAttribute('readonly')).not.toBeNull()
  await world.becomes(made.id, '<p>One and</p><p>Two</p>')
  await mei.page.getByRole('button', { name: 'Read only' }).click()
  await mei.page.getByText('Nobody can change it until its owner unlocks it').waitFor()
  await mei.page.keyboard.press('Escape')

  await option('Unlock page')
  await mayType(true)
  await bar.waitFor()

  await option('Archive')
  await mayType(false)
  await mei.page.getByText(/^Archived on /).waitFor()
  // A person without the right to restore it is not offered that.
  expect(await mei.page.getByRole('button', { name: 'Restore' }).count()).toBe(0)
  await freya.page.getByRole('button', { name: 'Restore' }).click()
  await mayType(true)

  await option('Make private')
  await mei.page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await mei.page.getByRole('link', { name: 'View other pages' }).click()
  await mei.page.getByText('No pages yet').waitFor()
  await freya.page.getByRole('button', { name: 'Undo' }).click()
  await mei.page.getByRole('link', { name: 'Tides' }).click()
  await mayType(true)
  await make.page(team.admin, team.path)
  world.quiet()
})

test('unsaved words may be copied when a page was taken away', async () => {
  const world = await openPage()
  const { team } = world
  const mei = await world.sit(team.member)
  const made = await world.page(two)
  await world.open(mei, made.id)
  // The text's own socket stays away, the news of the rows goes on.
  await mei.page.routeWebSocket(/collaboration/, socket => void socket.close())
  await mei.page.reload()
  await mei.page
    .getByText(/Connecting|Reconnecting|reached/)
    .first()
    .waitFor()
  await caretAfter(mei, 'One')
  await mei.page.keyboard.type(' of mine')
  await mei.page
    .getByText(/, changes waiting$/)
    .first()
    .waitFor()
  await team.admin.post(`${team.path}/pages/${made.id}/access/`, { access: 1 })
  await mei.page.getByText('Your latest changes were not saved').waitFor()
  await mei.page.getByRole('button', { name: 'Copy the text' }).click()
  await expect.poll(() => mei.page.evaluate(() => navigator.clipboard.readText())).toContain('One of mine')
  world.quiet()
})

test('people are shown, their carets go quiet, and following one shows what they see', async () => {
  const world = await openPage()
  const { freya, mei, made } = await world.together(
    Array.from({ length: 80 }, (_, at) => `<p>Line ${at}</p>`).join(''),
  )
  await caretAfter(mei, 'Line 70')
  await mei.page.keyboard.type('!')
  const caret = freya.page.locator('.caret')
  await caret.waitFor({ state: 'attached' })
  const scroll = () => freya.page.locator('.page-text').evaluate(node => node.scrollTop)
  expect(await scroll()).toBe(0)
  const follow = freya.page.getByRole('button', { name: /^Follow / })
  await follow.click()
  await expect.poll(scroll).toBeGreaterThan(500)
  expect(await follow.getAttribute('aria-pressed')).toBe('true')
  await caretAfter(mei, 'Line 2')
  await expect.poll(scroll).toBeLessThan(200)
  await freya.page.mouse.move(600, 500)
  await freya.page.mouse.wheel(0, 10)
  await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('false')
  // By the clock of whoever looks.
  await freya.page.clock.install()
  await caretAfter(mei, 'Line 3')
  const dress = () => expect.poll(() => caret.getAttribute('class'))
  await freya.page.clock.fastForward(3_000)
  await dress().toContain('caret-quiet')
  await freya.page.clock.fastForward(8_000)
  await dress().toContain('caret-idle')

  // Each takes back their own.
  await caretAfter(freya, 'Line 4')
  await freya.page.keyboard.type('F')
  await world.becomes(made.id, /Line 4F/)
  await mei.page.keyboard.press('Control+z')
  await mei.page.keyboard.press('Control+z')
  await world.becomes(made.id, /Line 4F<.*Line 70</)
  world.quiet()
})

test('a person whose text is taken from under their hands types on without triggering anything else', async () => {
  const world = await openPage()
  const { team } = world
  const mei = await world.sit(team.member)
  const made = await world.page(two)
  await world.open(mei, made.id)
  const typeWhile = async (act: () => Promise<unknown>) => {
    const typing = mei.page.keyboard.type('cold dock gigs pier come down quay ', { delay: 60 })
    await act()
    await typing
  }
  const nothingElse = async () => {
    expect(await mei.page.getByRole('dialog').count()).toBe(0)
    expect(new URL(mei.page.url()).pathname).toBe(world.address(made.id))
  }
  await caretAfter(mei, 'One')
  await mei.page.keyboard.type(' ')
  await typeWhile(() => team.admin.post(`${team.path}/pages/${made.id}/lock/`))
  await mei.page.getByText('Read only').first().waitFor()
  await nothingElse()
  // Stored words wait no more, even though the server refused later ones.
  await expect
    .poll(async () => Number(/(\d+) changes? wait/.exec(await mei.page.content())?.[1] ?? 0))
    .toBeLessThan(12)
  await team.admin.delete(`${team.path}/pages/${made.id}/lock/`)
  await expect.poll(() => text(mei).getAttribute('contenteditable')).toBe('true')
  await caretAfter(mei, 'Two')
  await mei.page.keyboard.type(' ')
  await typeWhile(() => team.admin.post(`${team.path}/pages/${made.id}/access/`, { access: 1 }))
  await mei.page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await nothingElse()
  // After a pause keys are shortcuts again.
  await expect
    .poll(
      async () => {
        await mei.page.keyboard.press('c')
        return await mei.page.getByRole('dialog').count()
      },
      { interval: 1_200 },
    )
    .toBe(1)
})

test('of two titles that cross, the loser is told', async () => {
  const world = await openPage()
  const { team } = world
  const mei = await world.sit(team.member)
  const made = await world.page(two)
  await world.open(mei, made.id)
  await mei.page.getByLabel('Title').fill('Mine')
  await mei.page.getByLabel('Title').press('ArrowDown')
  await mei.page.locator('[aria-label="Page text"]:focus').waitFor()
  await mei.page.getByText('Saved', { exact: true }).waitFor()
  await expect
    .poll(async () => (await team.admin.get<{ name: string }>(`${team.path}/pages/${made.id}/`)).body.name)
    .toBe('Mine')
  await team.admin.patch(`${team.path}/pages/${made.id}/`, { name: 'Theirs' })
  await mei.page.getByText('The title is “Theirs” now, changed by someone else. Yours was “Mine”.').waitFor()
})
