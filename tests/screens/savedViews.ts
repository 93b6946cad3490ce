/** Saved views in their lists, open, changed for oneself, locked and being made; favourites in a folder; the planner. */
import type { Page } from 'playwright-core'
import { seat } from '../support/browser.ts'
import { type Given, wantedOf } from './everyLook.ts'

type Named = { id: string; name: string }

const looks = [
  { suffix: '', width: 1440, height: 900, theme: 'light' as const },
  { suffix: '-dark', width: 1440, height: 900, theme: 'dark' as const },
  { suffix: '-390', width: 390, height: 844, theme: 'light' as const },
]

const asker =
  (page: Page) =>
  <T>(path: string, body?: object): Promise<T> =>
    page.evaluate(
      async ([at, given]) => {
        const answer = await fetch(`/api/workspaces/lantern-quay/${at}`, {
          method: given ? 'POST' : 'GET',
          headers: { 'Content-Type': 'application/json' },
          ...(given ? { body: given } : {}),
        })
        return answer.status === 204 ? null : answer.json()
      },
      [path, body ? JSON.stringify(body) : ''] as const,
    )

const makeViews = async (page: Page) => {
  const ask = asker(page)
  const project = (await ask<Named[]>('projects/')).find(one => one.name === 'Berth Booking')!
  const p = `projects/${project.id}`
  const view = async (name: string, layout: string, display: object, filters: object, access = 1) =>
    (
      await ask<Named>(`${p}/views/`, {
        name,
        access,
        filters,
        display_filters: { layout, order_by: '-created_at', sub_issue: true, ...display },
      })
    ).id
  const states = await ask<(Named & { group: string })[]>(`${p}/states/`)
  const ended = states.filter(({ group }) => ['completed', 'cancelled'].includes(group)).map(({ id }) => id)
  const due = { state__not: ended, target_date: ['1_weeks;before;fromnow'] }
  const overdue = await view('Overdue this week', 'list', { group_by: 'assignees' }, due)
  await view(
    'Waiting for a harbour',
    'spreadsheet',
    { order_by: '-updated_at' },
    { state_group: ['started'] },
  )
  const seen = await view(
    'What the harbours see',
    'kanban',
    { group_by: 'state' },
    { state_group: ['started'] },
  )
  await ask(`${p}/views/${seen}/lock/`, {})
  await view('Before the season opens', 'gantt_chart', { group_by: 'module' }, { priority: ['urgent'] }, 0)
  const favorites = 'user-favorites/'
  const folder = await ask<Named>(favorites, { entity_type: 'folder', name: 'Season opening' })
  await ask(favorites, { entity_type: 'view', entity_identifier: overdue, parent: folder.id })
  await ask(favorites, { entity_type: 'project', entity_identifier: project.id })
  await ask('views/', { name: 'Urgent everywhere', filters: { priority: ['urgent'] } })
  return { at: `/lantern-quay/projects/${project.id}/views`, overdue, seen }
}

export const savedViews = async (given: Given) => {
  const { origin, shoot, signIn } = given
  let made: Awaited<ReturnType<typeof makeViews>> | null = null
  for (const { suffix, ...look } of wantedOf(given, looks)) {
    const who = await seat(origin, look)
    const { page } = who
    await signIn(who, 'freya@lanternquay.example')
    made ??= await makeViews(page)
    const { at, overdue, seen } = made
    await page.goto(at)
    await page.locator('[data-row] .num').filter({ hasText: /^\d+$/ }).first().waitFor({ state: 'attached' })
    await shoot(who, 'views', suffix)
    await page.keyboard.press('v')
    await page.getByRole('dialog', { name: 'New view' }).getByLabel('Name').fill('Bugs by age')
    await shoot(who, 'view-new', suffix)
    await page.goto(`${at}?search=whale`)
    await page.getByText(/None of the \d+ views/).waitFor()
    await shoot(who, 'views-none', suffix)
    await page.goto(`${at}/${overdue}`)
    await page.locator('[data-issue]').first().waitFor()
    await shoot(who, 'view', suffix)
    await page.goto(`${at}/${overdue}?layout=list&group_by=state_id&priority=urgent,high`)
    await page.getByText('Changed for you only').waitFor()
    await shoot(who, 'view-changed', suffix)
    await page.goto(`${at}/${seen}`)
    await page.getByText('Locked').waitFor({ state: 'attached' })
    await shoot(who, 'view-locked', suffix)
    await page.goto(at.replace(/views$/, 'planner'))
    await page.locator('[data-issue]').nth(3).waitFor()
    await page.locator('[data-issue]').nth(1).focus()
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowDown')
    await shoot(who, 'planner', suffix)
    if (!suffix) {
      await page.setViewportSize({ width: 768, height: 1024 })
      await shoot(who, 'planner', '-768')
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await page.goto('/lantern-quay/workspace-views')
    await page.locator('[data-row]').first().waitFor()
    await shoot(who, 'workspace-views', suffix)
    await who.context.close()
  }
}
