import type { Dialog } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { caretAfter, caretAt, caretBy, isBack, openPage, selects, text } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

test('a link is made, changed, refused and taken away by keyboard alone', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const asks: string[] = []
  const hear = (dialog: Dialog) => asks.push(dialog.message())
  page.on('dialog', hear)
  onTestFinished(() => void page.off('dialog', hear))
  const made = await world.page('<p>Tides</p>')
  await world.open(freya, made.id)
  const button = page.getByRole('button', { name: 'Link', exact: true }).first()
  const field = page.getByRole('textbox', { name: 'Link to' })
  const isFocused = () => text(freya).evaluate(node => node === document.activeElement)
  const open = async () => {
    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => field.evaluate(node => node === document.activeElement)).toBe(true)
  }
  await text(freya).click()
  await page.keyboard.press('Control+a')

  await open()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await expect.poll(isFocused).toBe(true)

  // E3: neither this way in.
  await open()
  for (const bad of [' javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '//evil.example', '']) {
    await field.fill(bad)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
  }
  await field.fill('quay.example/tides')
  await page.keyboard.press('Enter')
  await field.waitFor({ state: 'detached' })
  await world.becomes(made.id, /href="https:\/\/quay\.example\/tides"[^>]*>Tides<\/a>/)

  await open()
  expect(await field.inputValue()).toBe('https://quay.example/tides')
  await field.fill('/somewhere')
  await page.keyboard.press('Enter')
  await world.becomes(made.id, /href="\/somewhere"/)

  await open()
  // The popup gives the focus to the field once more when it is settled.
  const remove = page.getByRole('button', { name: 'Remove link' })
  const isThere = () => remove.evaluate(node => node === document.activeElement)
  for (let n = 0; n < 8 && !(await isThere()); n++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await world.becomes(made.id, '<p>Tides</p>')

  await page.keyboard.press('End')
  await page.keyboard.type(' or ')
  await open()
  await page.keyboard.type('harbour@quay.example')
  await page.keyboard.press('Enter')
  await world.becomes(made.id, /href="mailto:harbour@quay\.example"/)
  expect(asks).toEqual([])
  world.quiet()
})

test('a link is seen where it leads, followed, copied, changed in address and words, and not written on', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page, context } = freya
  const made = await world.page('<p>See <a href="/somewhere">the berths</a></p>')
  await world.open(freya, made.id)
  const link = text(freya).getByRole('link', { name: 'the berths' })
  const card = page.locator('[data-link-card]')
  // Behind it is not in it.
  await link.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and more')
  await world.becomes(made.id, /the berths<\/a> and more<\/p>/)

  await link.hover()
  await card.getByRole('link', { name: '/somewhere' }).waitFor()
  await sight(freya)
  await card.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('/somewhere')
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['Control'] })])
  expect(new URL(opened.url()).pathname).toBe('/somewhere')
  await opened.close()

  // With the caret in it, also while the pointer rests; by keys.
  await page.mouse.move(5, 5)
  await card.waitFor({ state: 'detached' })
  await link.click()
  await card.getByRole('link', { name: '/somewhere' }).waitFor()
  await caretAt(freya, /^See \w+( \w*)?$/)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: 'Link to' })
  await field.waitFor()
  await expect.poll(() => field.evaluate(node => node === document.activeElement)).toBe(true)
  await sight(freya)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await isBack(freya)
  // Dismissed, it lies over nothing, as long as the caret stays.
  await page.waitForTimeout(100)
  expect(await card.count()).toBe(0)
  await page.keyboard.press('Control+k')
  await field.waitFor()
  await field.fill('quay.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('the quay')
  await page.keyboard.press('Enter')
  await world.becomes(made.id, /<a [^>]*href="https:\/\/quay\.example"[^>]*>the quay<\/a> and more/)
  await isBack(freya)
  await text(freya).getByRole('link', { name: 'the quay' }).hover()
  await card.getByRole('button', { name: 'Remove link' }).click()
  await world.becomes(made.id, '<p>See the quay and more</p>')
  await card.waitFor({ state: 'detached' })

  await caretAfter(freya, 'See the quay and more')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await selects(freya, 'more')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('/more')
  // The words that are to become the link stay visible.
  expect(await text(freya).locator('.held-selection').allInnerTexts()).toEqual(['more'])
  await page.keyboard.press('Enter')
  await world.becomes(made.id, /<a [^>]*href="\/more"[^>]*>more<\/a>/)
  expect(await text(freya).locator('.held-selection').count()).toBe(0)
  // By its name instead of its address.
  const other = await world.page('<p>Elsewhere</p>', { name: 'Berth rules' })
  await isBack(freya)
  await page.keyboard.press('Control+k')
  await field.fill('berth')
  await page
    .getByRole('list', { name: 'Pages and issues' })
    .getByRole('button', { name: 'Berth rules' })
    .click()
  await world.becomes(made.id, new RegExp(`<a [^>]*href="[^"]*/pages/${other.id}"[^>]*>more</a>`))
  await isBack(freya)
  await caretBy(freya, 'End', /more$/)
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await selects(freya, 'more')
  await page.keyboard.press('Control+Shift+h')
  await world.becomes(made.id, /<span data-background-color="orange">more<\/span>/)
  // Where there is nothing to link the keys are everyone's.
  await caretBy(freya, 'Control+Home', /^$/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').or(page.getByRole('dialog')).first().waitFor()
  expect(await field.count()).toBe(0)
  world.quiet()
})

test('Escape closes what a sign has opened, and only that', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page('<p>One</p>')
  await world.open(freya, made.id)
  await caretAfter(freya, 'One')
  let wanted = 'One'
  for (const sign of ['/he', '@to', ':ro']) {
    await page.keyboard.type(` ${sign}`)
    await page.getByRole('listbox', { name: 'Insert' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox', { name: 'Insert' }).waitFor({ state: 'detached' })
    await page.keyboard.type('x')
    wanted += ` ${sign}x`
  }
  await world.becomes(made.id, `<p>${wanted}</p>`)
  // Enter behind words that are no command is a new line, and makes nothing for everyone.
  await page.keyboard.type(' /zzzq')
  await page.getByRole('option', { name: /New issue “zzzq”/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('y')
  await world.becomes(made.id, `<p>${wanted} /zzzq</p><p>y</p>`)
  const { body } = await world.team.admin.get<{ total_count: number }>(`${world.team.path}/issues/`)
  expect(body.total_count).toBe(0)
})
