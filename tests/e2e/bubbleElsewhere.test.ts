import { expect, onTestFinished, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { openIssue, part } from '../support/openIssue.ts'
import { sight } from '../support/sight.ts'

const bubble = ({ page }: Seat) => page.getByRole('toolbar', { name: 'Format the selection' })

test('a selection is formatted beside it in comments and in the form of a new issue as well', async () => {
  const { freya, issue, open, quiet } = await openIssue()
  onTestFinished(leaveSeats)
  const { page } = freya
  const made = await issue('Talk')
  await open(made.id, freya)
  await page.getByRole('button', { name: 'Comment…' }).click()
  const comment = page.getByRole('textbox', { name: 'Comment' })
  await comment.waitFor()
  await page.keyboard.type('High water')
  await page.keyboard.press('Shift+Home')
  await bubble(freya).getByRole('button', { name: 'Bold' }).click()
  await comment.locator('strong').getByText('High water').waitFor()
  await sight(freya)
  await page.keyboard.press('Escape')
  await bubble(freya).waitFor({ state: 'detached' })
  await comment.waitFor()
  await page.keyboard.press('Control+Enter')
  await part(freya, 'Activity').locator('strong').getByText('High water').waitFor()

  await page.locator('body').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('c')
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('Bring rope')
  await form.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('Twelve metres')
  await page.keyboard.press('Shift+Home')
  await bubble(freya).getByRole('button', { name: 'Italic' }).click()
  await form.locator('em').getByText('Twelve metres').waitFor()
  expect(await form.count()).toBe(1)
  await page.keyboard.press('Escape')
  await bubble(freya).waitFor({ state: 'detached' })
  await form.getByLabel('Title').waitFor()
  quiet()
})
