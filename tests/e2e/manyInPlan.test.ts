/** A cycle with more issues than a browser holds of it: figures of them all, or a word on those that are not in them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillProject } from '../../migrations/populate.ts'
import { axe } from '../support/axe.ts'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sharedServer } from '../support/server.ts'

/** A browser reads whole pages until it holds a thousand: 1,600. */
const HELD = 1_600
const MANY = 1_700
const BULK = 1_000

let screens: IssueScreens
let freya: Seat

beforeAll(async () => {
  screens = await issueScreens({})
  freya = screens.freya
  const { team, projectId } = screens
  const { db } = await sharedServer()
  await fillProject(db, projectId, MANY)
  const cycle = await screens.add('cycles', { name: 'Spring', start_date: day(-2), end_date: day(9) })
  const ids: string[] = await db('issues').where('project_id', projectId).orderBy('sort_order').pluck('id')
  const state_id = await screens.stateOf('backlog')
  const fields = { cycle_id: cycle, state_id, priority: 'none', label_ids: [] }
  for (let n = 0; n < MANY; n += BULK) {
    const updates = ids.slice(n, n + BULK).map((id, at) => ({
      id,
      ...fields,
      // The very last ones alone are somebody's, and pressing.
      ...(n + at < MANY - 2 ? { assignee_ids: [] } : { assignee_ids: [team.member.id], priority: 'urgent' }),
    }))
    expect((await team.admin.post(`${team.path}/bulk-operation-issues/`, { updates })).status).toBe(204)
  }
}, 120_000)
afterAll(leaveSeats)

test('of more issues than are held nothing untrue is said: sums are the server’s, and what is not in a figure is named', async () => {
  const { page } = freya
  await page.goto(`/${screens.slug}/projects/${screens.projectId}/cycles`)
  const active = page.getByRole('region', { name: 'Active', exact: true })
  const others = active.getByText(
    `Of the first ${HELD.toLocaleString()} issues; ${MANY - HELD} more are not in here.`,
  )
  await active.getByText('Nobody is assigned to these.').waitFor()
  await others.waitFor()
  await active.getByRole('radio', { name: 'Labels' }).click()
  await active.getByText('None of these has a label.').waitFor()
  await others.waitFor()
  await active.getByRole('radio', { name: 'Urgent and high 0+' }).click()
  await active.getByText('None of these is open and urgent or high.').waitFor()
  await others.waitFor()
  await active.getByRole('listitem').filter({ hasText: 'Backlog' }).getByText(String(MANY)).first().waitFor()
  await axe(freya)
  await active.getByRole('link', { name: 'Spring', exact: true }).first().click()
  const about = page.getByRole('complementary', { name: 'About Spring' })
  await about.getByText(`0 of ${MANY}`).waitFor()
  await about.getByRole('radio', { name: 'Assignees' }).click()
  await about.getByText('Nobody is assigned to these.').waitFor()
  await about.getByText('more are not in here').waitFor()
  expect(freya.errors).toEqual([])
})
