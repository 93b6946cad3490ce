import { expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { day, issueScreens } from '../support/issueScreens.ts'

test('the issues of a plan stay where they are while the load of each person comes in', async () => {
  const screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {}, 'Paint the buoy': {} })
  const { freya, slug } = screens
  const cycle = (name: string, from: number, to: number) =>
    screens.add('cycles', { name, start_date: day(from), end_date: day(to) })
  const current = await cycle('Spring', -5, 5)
  const next = await cycle('Summer', 10, 20)
  await screens.putInCycle('Raise the sill', current)
  await screens.putInCycle('Mend the gate', next)
  const { page } = freya
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let asked = 0
  await page.route(/assignees__id/, async route => {
    asked += 1
    await held
    await route.continue()
  })
  await page.goto(`/${slug}/projects/${screens.projectId}/planner?cycle=${next}`)
  const side = page.getByRole('region', { name: 'Summer', exact: true })
  const row = side.getByRole('button', { name: 'Mend the gate' })
  await row.waitFor()
  await side.getByText(/Spring is likely to leave 1 behind/).waitFor()
  await expect.poll(() => asked).toBeGreaterThan(0)
  const load = side.getByRole('region', { name: 'Load' })
  expect(await load.getByText('0', { exact: true }).count()).toBe(0)
  const before = await row.boundingBox()
  release()
  // All who are on the project have a line, with work or without.
  await expect
    .poll(() => load.getByText('0', { exact: true }).count())
    .toBe(await load.getByRole('listitem').count())
  expect(await load.getByRole('listitem').count()).toBeGreaterThan(1)
  expect(await row.boundingBox()).toEqual(before)
  await axe(freya)
  expect(freya.errors).toEqual([])
})
