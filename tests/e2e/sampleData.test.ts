import { expect, onTestFinished, test } from 'vitest'
import { leaveSeats, seat } from '../support/browser.ts'
import { PASSWORD } from '../support/build.ts'
import { startServer } from '../support/server.ts'

test('set-up with sample data leads into a workspace full of work', async () => {
  const server = await startServer()
  onTestFinished(leaveSeats)
  const { page, errors } = await seat(server.origin)
  await page.goto('/')
  await page.getByLabel('Your name').fill('Ada Byron')
  await page.getByLabel('E-mail').fill('ada@quay.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: /^Add sample data/ }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  // A whole workspace is written first.
  await page.getByRole('link', { name: 'Berth Booking' }).first().click({ timeout: 60_000 })
  await page.locator('[data-issue]').nth(5).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/lantern-quay\/projects\//)
  expect(errors).toEqual([])
})
