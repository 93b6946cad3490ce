import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
beforeAll(async () => {
  screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {}, 'Paint the buoy': {} })
  freya = screens.freya
})
afterAll(leaveSeats)

test('an issue added to a cycle after its first day says when, in rows and columns, and the list is ordered by it', async () => {
  const { slug, projectId } = screens
  const id = await screens.add('cycles', { name: 'Spring', start_date: day(-3), end_date: day(9) })
  await screens.putInCycle('Mend the gate', id)
  await screens.putInCycle('Raise the sill', id)
  const { page } = freya
  const at = `/${slug}/projects/${projectId}/cycles/${id}`
  await goWithin(page, `${at}?layout=list`)
  const row = (name: string) => page.locator(`[data-issue="${screens.idOf(name)}"]`)
  await row('Mend the gate')
    .getByText(/^Added \d+ \w+$/)
    .waitFor()
  await screens.putInCycle('Paint the buoy', id)
  await row('Paint the buoy')
    .getByText(/^Added /)
    .waitFor()
  await sight(freya)
  // Taken out and back, it is there since when it was.
  const added = async () => {
    const { body } = await screens.team.admin.get<{ cycle_id: string | null; cycle_added_at: string | null }>(
      `${screens.team.path}/issues/${screens.idOf('Mend the gate')}/`,
    )
    return [body.cycle_id, body.cycle_added_at]
  }
  const before = await added()
  await screens.title(freya, 'Mend the gate').focus()
  await page.keyboard.press('Shift+C')
  await page.getByRole('option', { name: 'No cycle' }).click()
  await row('Mend the gate').waitFor({ state: 'detached' })
  await expect.poll(added).toEqual([null, null])
  await page.keyboard.press('Control+z')
  await row('Mend the gate').waitFor()
  await expect.poll(added).toEqual(before)
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitem', { name: 'Order by' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Added to cycle' }).click()
  await page.waitForURL(/order_by=-cycle_added_at/)
  await page.keyboard.press('Escape')
  const order = () =>
    page.locator('[data-issue] [data-title]').evaluateAll(all => all.map(one => one.textContent))
  await expect.poll(order).toEqual(['Paint the buoy', 'Raise the sill', 'Mend the gate'])
  // Before its first day nothing is late: a plan is made.
  await screens.team.admin.patch(`${screens.team.path}/cycles/${id}/`, {
    start_date: day(2),
    end_date: day(9),
  })
  await row('Mend the gate')
    .getByText(/^Added /)
    .waitFor({ state: 'detached' })
  await goWithin(page, `${at}?layout=spreadsheet`)
  await page.getByRole('columnheader', { name: /^Added/ }).waitFor()
  await sight(freya)
  await goWithin(page, `/${slug}/projects/${projectId}/issues?layout=spreadsheet`)
  await page.getByRole('columnheader', { name: /^Created/ }).waitFor()
  expect(await page.getByRole('columnheader', { name: /^Added/ }).count()).toBe(0)
  expect((await screens.team.admin.delete(`${screens.team.path}/cycles/${id}/`)).status).toBe(204)
  expect(freya.errors).toEqual([])
})

test('the list of cycles says how much was added since the start, and follows at once', async () => {
  const { slug, projectId } = screens
  const id = await screens.add('cycles', { name: 'Spring', start_date: day(0), end_date: day(9) })
  await screens.putInCycle('Mend the gate', id)
  const { page } = freya
  await goWithin(page, `/${slug}/projects/${projectId}/cycles`)
  const row = page.getByRole('listitem').filter({ hasText: 'Spring' })
  await page.getByText('Added', { exact: true }).waitFor()
  // An issue added on the first day was planned.
  await row.getByText('0', { exact: true }).first().waitFor()
  await screens.team.admin.patch(`${screens.team.path}/cycles/${id}/`, { start_date: day(-2) })
  await row.getByText('+1', { exact: true }).waitFor()
  await screens.putInCycle('Paint the buoy', id)
  await row.getByText('+2', { exact: true }).waitFor()
  await sight(freya)
  // What narrows the list is above it; a row has its menu under the pointer, and its days lead to where they are set.
  await screens.add('cycles', { name: 'Neap', start_date: day(20), end_date: day(29) })
  const neap = page.getByRole('link', { name: 'Neap', exact: true })
  await neap.waitFor()
  await page.keyboard.press('f')
  await page.getByRole('menuitem', { name: 'Status' }).hover()
  await page.getByRole('menuitemcheckbox', { name: 'In progress' }).click()
  await neap.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await sight(freya)
  await page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Clear' }).click()
  await neap.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'More details' }).click()
  await page.getByRole('complementary', { name: 'About Neap' }).waitFor()
  await page.keyboard.press('Escape')
  // In an order of its own a row is put elsewhere by keys, and back.
  await screens.add('cycles', { name: 'Winter' })
  await page.getByRole('button', { name: 'By days' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Manual' }).click()
  const order = () =>
    page.getByRole('region', { name: 'Upcoming' }).getByRole('listitem').getByRole('link').allTextContents()
  await expect.poll(order).toEqual(['Winter', 'Neap'])
  await neap.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toEqual(['Neap', 'Winter'])
  await page.keyboard.press('Control+z')
  await expect.poll(order).toEqual(['Winter', 'Neap'])
  await page.getByRole('button', { name: /^Dates of Neap:/ }).click()
  await page.getByRole('dialog', { name: 'Edit cycle' }).waitFor()
  await page.keyboard.press('Escape')
  await goWithin(page, `/${slug}/projects/${projectId}/cycles/${id}`)
  await page.getByText('+2 since the start').waitFor()
  expect(freya.errors).toEqual([])
})

test('open issues that were moved on from a cycle go back in one step, except those that somebody has moved since', async () => {
  const { mei, slug, projectId, team } = screens
  const [ebb, , autumn] = await Promise.all(
    ['Ebb', 'Summer', 'Autumn'].map(name => screens.add('cycles', { name })),
  )
  await screens.putInCycle('Raise the sill', ebb)
  await screens.putInCycle('Mend the gate', ebb)
  const at = `${team.path}/cycles/${ebb}/`
  await team.admin.patch(at, { start_date: day(-9), end_date: day(-3) })
  const kept = () => team.admin.get<{ progress_snapshot: { total_issues?: number } }>(at)
  const isEndKept = async () => (await kept()).body.progress_snapshot.total_issues !== undefined
  const { page } = mei
  await goWithin(page, `/${slug}/projects/${projectId}/cycles/${ebb}`)
  const [sill, gate] = [screens.title(mei, 'Raise the sill'), screens.title(mei, 'Mend the gate')]
  const move = async (count: string) => {
    await page.getByRole('button', { name: 'Move open issues…' }).click()
    const dialog = page.getByRole('dialog', { name: `Move ${count}` })
    await dialog.getByText('Summer', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Move to Summer' }).click()
    await sill.waitFor({ state: 'detached' })
  }
  await move('2 open issues')
  await page.getByRole('button', { name: 'Undo' }).click()
  await Promise.all([sill.waitFor(), gate.waitFor()])
  await expect.poll(isEndKept).toBe(false)
  await page.keyboard.press('Control+Shift+z')
  await sill.waitFor({ state: 'detached' })
  await expect.poll(isEndKept).toBe(true)
  await page.getByText('These figures and the chart are as the cycle ended.').waitFor()
  await page.getByRole('button', { name: 'Other cycles' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Summer' }).click()
  await gate.waitFor()
  await team.admin.post(`${team.path}/cycles/${autumn}/cycle-issues/`, {
    issues: [screens.idOf('Mend the gate')],
  })
  await gate.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await page.getByText('Undone, except for 1 of 2 that someone else has changed since.').waitFor()
  await page.goBack()
  await sill.waitFor()
  expect(await screens.stored('Mend the gate')).toMatchObject({ cycle_id: autumn })
  expect([await gate.count(), await isEndKept(), mei.errors]).toEqual([0, true, []])
})
