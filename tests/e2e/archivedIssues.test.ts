import { afterAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { day, issueScreens } from '../support/issueScreens.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

afterAll(leaveSeats)

/** Long enough for a title, short enough for its place. */
const LONG = 'Sluice gate sensor reports a wrong level'

test('the archive says in its table when and by whom, and is put in that order', async () => {
  const screens = await issueScreens({
    'Gate code': {},
    'Old pontoon': {},
    'Old rope': {},
    'Old buoy': {},
    [LONG]: {},
  })
  const { freya, slug, projectId, team } = screens
  const { page } = freya
  const { db } = await sharedServer()
  for (const [name, ago] of [
    ['Old pontoon', -1],
    ['Old rope', -3],
    ['Old buoy', -2],
    [LONG, -4],
  ] as const) {
    await screens.archive(name)
    await db('issues')
      .where('id', screens.idOf(name))
      .update({ archived_at: day(ago) })
  }
  const me = (await team.admin.get<{ display_name: string }>('/api/users/me/')).body.display_name
  const at = `/${slug}/projects/${projectId}/archives/issues`
  const order = (of: Seat) =>
    of.page.locator('[data-issue] [data-title]').evaluateAll(all => all.map(one => one.textContent))
  await goWithin(page, `${at}?layout=spreadsheet`)
  const row = (name: string) => page.locator(`[data-issue="${screens.idOf(name)}"]`)
  await row('Old rope')
    .getByRole('gridcell', { name: new RegExp(`^\\d+ \\w+ by ${me}$`) })
    .waitFor()
  const head = page.getByRole('columnheader', { name: 'Archived' })
  await head.getByRole('button').click()
  await page.getByRole('menuitemcheckbox', { name: 'Old → New' }).click()
  await expect.poll(() => order(freya)).toEqual([LONG, 'Old rope', 'Old buoy', 'Old pontoon'])
  await sight(freya)

  // The same order in the list, where a title has the room that it needs.
  await goWithin(page, `${at}?layout=list`)
  await row(LONG).waitFor()
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitem', { name: 'Order by' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Archived' }).click()
  await page.waitForURL(/order_by=-archived_at/)
  await expect.poll(() => order(freya)).toEqual(['Old pontoon', 'Old buoy', 'Old rope', LONG])
  await page.keyboard.press('Escape')
  expect(
    await screens.title(freya, LONG).evaluate(title => title.scrollWidth <= title.clientWidth),
    'the title is cut',
  ).toBe(true)

  // No other list knows it.
  await goWithin(page, `/${slug}/projects/${projectId}/issues?layout=spreadsheet`)
  await page.getByRole('columnheader', { name: /^Created/ }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Archived' }).count()).toBe(0)
  expect(freya.errors).toEqual([])
})
