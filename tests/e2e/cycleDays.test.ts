import { afterAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { day, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

afterAll(leaveSeats)

const row = ({ page }: Seat, of: string, name: string) =>
  page.getByRole('region', { name: of, exact: true }).getByRole('listitem').filter({ hasText: name })

test('a day that ends moves a cycle to where it is then, and nobody loads anything', async () => {
  const screens = await issueScreens({})
  const other = screens.mei
  const { page } = other
  await page.clock.install({ time: new Date() })
  await goWithin(page, `/${screens.slug}/projects/${screens.projectId}/cycles`)
  const { id } = (
    await screens.team.admin.post<{ id: string }>(`${screens.team.path}/cycles/`, {
      name: 'Neap',
      start_date: day(1),
      end_date: day(1),
    })
  ).body
  expect(id).toBeTruthy()
  await row(other, 'Upcoming', 'Neap').getByText('tomorrow').first().waitFor()
  await page.clock.fastForward(24 * 3_600_000)
  await row(other, 'Active', 'Neap').getByText('last day').waitFor()
  await page.clock.fastForward(24 * 3_600_000)
  await row(other, 'Completed', 'Neap').waitFor()
  await goWithin(page, `/${screens.slug}/active-cycles`)
  await page.getByRole('heading', { name: 'No cycle in progress' }).waitFor()
  await sight(other)
  // Across projects, too, one begins with the day of its project, whatever day it is for whoever looks.
  const { member, admin, path } = screens.team
  await member.patch('/api/users/me/', { user_timezone: 'Pacific/Kiritimati' })
  await admin.post(`${path}/cycles/`, { name: 'Spring tide', start_date: day(4), end_date: day(5) })
  await page.clock.setSystemTime(`${day(3)}T23:30:00Z`)
  await page.reload()
  await page.getByRole('heading', { name: 'No cycle in progress' }).waitFor()
  // The machine slept over midnight, its timers with it: what is drawn first informs the others of the new day.
  await page.clock.setSystemTime(`${day(4)}T00:30:00Z`)
  await admin.patch(`/api/workspaces/${screens.slug}/`, { name: 'Harbour by night' })
  await page.getByRole('link', { name: 'Spring tide' }).waitFor()
  const block = page.getByRole('region', { name: /Spring tide$/ })
  await block.getByRole('region', { name: 'Progress' }).waitFor()
  await block.getByRole('button', { name: 'Hide how Spring tide goes' }).click()
  await block.getByRole('region', { name: 'Progress' }).waitFor({ state: 'detached' })
  await sight(other)
  await member.patch('/api/users/me/', { user_timezone: 'UTC' })
  await other.context.close()
})
