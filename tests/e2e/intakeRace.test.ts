import { afterAll, expect, test } from 'vitest'
import { goWithin, leaveSeats } from '../support/browser.ts'
import { heldLine } from '../support/held.ts'
import { intakeScreens } from '../support/intakeScreens.ts'

afterAll(leaveSeats)

test('an admin who decides a moment after another is told who was first, once the news has come', async () => {
  const { team, other, bring, stored, sit, address } = await intakeScreens()
  const id = await bring(team.guest, 'The bell is cracked')
  const freya = await sit(team.admin)
  const { page } = freya
  const live = await heldLine(freya, /\/live/)
  await goWithin(page, address)
  await page.getByRole('toolbar', { name: 'Decide' }).getByRole('button', { name: 'Accept' }).waitFor()
  live.holdBack()
  await other.patch(`${team.path}/inbox-issues/${id}/`, { status: -1 })
  const answered = page.waitForResponse(reply => reply.url().endsWith('/decide/'))
  await page.keyboard.press('a')
  expect((await answered).status()).toBe(200)
  live.letGo()
  await page.getByText(/ was declined by \S+ before\.$/).waitFor()
  expect((await stored(id)).status).toBe(-1)
  expect(freya.errors).toEqual([])
})
