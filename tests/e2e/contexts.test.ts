import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutIds } from '../../web/issues/view/contexts.ts'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { day, drag, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { type About, archivePlace, listPlaces } from '../support/listPlaces.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
const plans = { cycle: '', module: '', view: '' }
beforeAll(async () => {
  const dates = { start_date: day(0), target_date: day(1) }
  screens = await issueScreens({ 'Gate code': dates, 'Waiting list': {}, 'Old pontoon': dates })
  freya = screens.freya
  for (const name of ['Gate code', 'Old pontoon'])
    await screens.change(name, { assignee_ids: [screens.adminId] })
  await screens.archive('Old pontoon')
  plans.cycle = await screens.add('cycles', { name: 'Spring', start_date: day(-1), end_date: day(5) })
  plans.module = await screens.add('modules', { name: 'Quay' })
  plans.view = await screens.add('views', { name: 'Dated', filters: {}, display_filters: {} })
  await screens.putInCycle('Gate code', plans.cycle)
  await screens.team.admin.post(`${screens.team.path}/modules/${plans.module}/issues/`, {
    issues: [screens.idOf('Gate code')],
  })
})
afterAll(leaveSeats)

const about = (): About => ({
  ...plans,
  workspace: screens.team.workspace.id,
  project: screens.projectId,
  person: screens.adminId,
})
// A list is the same value in each place, and what it holds there is judged by the API's tests: the layouts are reported once.
const pairs = listPlaces.flatMap(({ name, screen }) =>
  (name === 'project' ? layoutIds : (['list'] as const)).map(layout => [name, layout, screen] as const),
)

const nameOfAdmin = async () =>
  (await screens.team.admin.get<{ display_name: string }>('/api/users/me/')).body.display_name

const visit = async (path: string, layout: string) => {
  await goWithin(freya.page, `/${screens.slug}/${path}?layout=${layout}&group_by=&weekends=true`)
  await screens.title(freya, 'Gate code').waitFor()
}
const isPeeking = () => new URL(freya.page.url()).searchParams.get('peekId')

/** From the top of the page to the issue and its actions, without a mouse. */
const focusByKeys = async (layout: string) => {
  const { page } = freya
  const isThere = () =>
    page.evaluate(() => document.activeElement?.closest('[data-issue]')?.textContent?.includes('Gate code'))
  // A table is one stop: inside, the arrows lead from row to row.
  const isInTable = () =>
    page.evaluate(() => document.activeElement?.closest('[role="row"], [role="grid"]') !== null)
  const isNear = layout === 'spreadsheet' ? isInTable : isThere
  for (let presses = 0; presses < 60 && !(await isNear()); presses++) await page.keyboard.press('Tab')
  for (let presses = 0; presses < 5 && !(await isThere()); presses++) await page.keyboard.press('ArrowDown')
  expect(await isThere()).toBe(true)
}

let round = 0

test.each(pairs)(
  '%s as %s: by mouse, by keys alone, with someone else, and for everyone',
  async (_, layout, screen) => {
    const { page } = freya
    const path = screen(about())
    await visit(path, layout)
    await sight(freya)

    await screens.title(freya, 'Gate code').click()
    await expect.poll(isPeeking).not.toBeNull()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(isPeeking).toBeNull()

    await visit(path, layout)
    await focusByKeys(layout)
    const priority = ['low', 'high'][++round % 2] ?? 'low'
    const column = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-column]')?.dataset.column)
    for (
      let presses = 0;
      layout === 'spreadsheet' && presses < 6 && (await column()) !== 'priority';
      presses++
    )
      await page.keyboard.press('ArrowRight')
    await page.keyboard.press(layout === 'spreadsheet' ? 'Enter' : 'p')
    await page.getByRole('option', { name: /Urgent/ }).waitFor()
    await page.keyboard.type(priority)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await screens.stored('Gate code')).priority).toBe(priority)

    const renamed = `Gate code ${round}`
    await screens.change('Gate code', { name: renamed })
    await expect.poll(() => screens.title(freya, 'Gate code').textContent()).toContain(renamed)
  },
)

test.each(['list', 'spreadsheet'])('archive as %s: read, and not changed', async layout => {
  const { page } = freya
  await goWithin(page, `/${screens.slug}/${archivePlace.screen(about())}?layout=${layout}&group_by=`)
  await screens.title(freya, 'Old pontoon').waitFor()
  await sight(freya)
  expect(await screens.title(freya, 'Gate code').count()).toBe(0)
  const put = new RegExp(`^\\d+ \\w{3} by ${await nameOfAdmin()}$`)
  const archived = page.getByRole('img', { name: 'Archived' }).locator('..')
  if (layout === 'list') await archived.filter({ hasText: put, visible: true }).waitFor()
  await screens.title(freya, 'Old pontoon').focus()
  await page.keyboard.press('p')
  await page.waitForTimeout(200)
  expect(await page.getByRole('option').count()).toBe(0)
  await page.keyboard.press('3')
  expect(new URL(page.url()).searchParams.get('layout')).toBe(layout)
})

test('lanes: cells hold their cards; a colleague’s change moves one from cell to cell', async () => {
  const { page } = freya
  await screens.look(freya, 'layout=kanban&group_by=state_id&sub_group_by=priority')
  const lane = (name: string) => page.getByRole('region', { name: new RegExp(`^Backlog, ${name}`) })
  await screens.change('Waiting list', { priority: 'urgent' })
  await lane('Urgent').getByText('Waiting list').waitFor()
  await sight(freya)
  await screens.change('Waiting list', { priority: 'none' })
  await lane('No priority').getByText('Waiting list').waitFor()
  expect(await lane('Urgent').getByText('Waiting list').count()).toBe(0)
})

test('filters: added, turned round and taken away by keys; the address and the next visit know them', async () => {
  const { page } = freya
  const path = `/${screens.slug}/projects/${screens.projectId}/issues`
  await page.goto(`${path}?layout=list&group_by=`)
  await screens.title(freya, 'Gate code').waitFor()
  await page.keyboard.press('f')
  // At once, before the picker has been loaded: the keys are meant for it.
  await page.keyboard.type('assig')
  await expect.poll(() => page.getByRole('combobox', { name: 'Filter by' }).inputValue()).toBe('assig')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'No assignee' }).waitFor()
  await page.keyboard.type('no ass')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('assignees')).toBe('None')
  await expect.poll(() => screens.title(freya, 'Gate code').count()).toBe(0)
  await screens.title(freya, 'Waiting list').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Assignee is: invert' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('assignees__not')).toBe('None')
  await screens.title(freya, 'Gate code').waitFor()
  await sight(freya)
  await page.goto(path)
  await page.getByRole('group', { name: 'Assignee is not' }).waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await screens.title(freya, 'Waiting list').waitFor()
})

test('the fields of rows are chosen, kept on the server and there in another browser', async () => {
  const { page } = freya
  const path = `/${screens.slug}/projects/${screens.projectId}/issues`
  await screens.look(freya, 'layout=list&group_by=')
  const key = page.locator('[data-issue]').getByText(/^[A-R]{8}-1$/)
  await key.waitFor()
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitem', { name: 'Properties' }).hover()
  const kept = page.waitForResponse(reply => reply.url().includes('user-properties'))
  await page.getByRole('menuitemcheckbox', { name: 'Key' }).click()
  await expect.poll(() => key.count()).toBe(0)
  await kept
  const other = await freya.context.newPage()
  await other.addInitScript(() => localStorage.clear())
  await other.goto(path)
  await other.locator('[data-issue]').first().waitFor()
  await expect
    .poll(() =>
      other
        .locator('[data-issue]')
        .getByText(/^[A-R]{8}-1$/)
        .count(),
    )
    .toBe(0)
  await other.close()
})

test('how a list is looked at belongs to the person, not to the browser', async () => {
  const { page, context } = freya
  const path = `/${screens.slug}/projects/${screens.projectId}/issues`
  const list = page.getByRole('list', { name: 'Issues', exact: true })
  const own = await context.cookies()
  await screens.look(freya, 'layout=list')
  await list.waitFor()
  // The change goes out before the cookies change hands: it would be kept for the other person otherwise.
  const kept = page.waitForResponse(reply => reply.url().includes('user-properties'))
  await page.keyboard.press('2')
  await list.waitFor({ state: 'detached' })
  await kept
  await context.addCookies(await screens.mei.context.cookies())
  await page.goto(path)
  await list.waitFor()
  await context.addCookies(own)
  await page.goto(path)
  await screens.title(freya, 'Gate code').waitFor()
  expect(await list.count()).toBe(0)
})

test('sub-issues unfold below their row by the arrow, and changes below show there', async () => {
  const { page } = freya
  await screens.change('Waiting list', { parent_id: screens.idOf('Gate code') })
  await screens.look(freya, 'layout=list&group_by=')
  await screens.title(freya, 'Gate code').focus()
  expect(await screens.title(freya, 'Waiting list').count()).toBe(0)
  await page.keyboard.press('ArrowRight')
  await screens.title(freya, 'Waiting list').waitFor()
  await sight(freya)
  await screens.change('Waiting list', { name: 'Waiting list of boats' })
  await page.getByRole('link', { name: 'Waiting list of boats' }).waitFor()
  await screens.title(freya, 'Gate code').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => screens.title(freya, 'Waiting list').count()).toBe(0)
})

test('all groups are collapsed at once, stay so, and are expanded', async () => {
  const { page } = freya
  const rows = page.locator('[data-issue]')
  await screens.look(freya, 'layout=list&group_by=state_id')
  const count = await rows.count()
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitem', { name: /^Collapse all/ }).click()
  await expect.poll(() => rows.count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: /Backlog/ }).waitFor()
  expect(await rows.count()).toBe(0)
  await page.keyboard.press('}')
  await expect.poll(() => rows.count()).toBe(count)
})

test('the open issue is as wide as its edge was pulled, by keys too, and at the next visit', async () => {
  const { page } = freya
  await screens.look(freya, `layout=list&group_by=&peekId=${screens.idOf('Gate code')}`)
  const edge = page.getByRole('separator', { name: 'Issue width' })
  const width = async () => Math.round((await page.locator('aside.peek-enter').boundingBox())?.width ?? 0)
  await expect.poll(width).toBe(634)
  const pull = async (hold: boolean) => {
    const from = (await edge.boundingBox()) ?? { x: 0, y: 0 }
    await drag(freya, { x: from.x + 4, y: 400 }, { x: from.x - 96, y: 400 }, hold)
  }
  await pull(false)
  await expect.poll(width).toBe(734)
  // Escape puts the edge back, and the issue stays open.
  await pull(true)
  await expect.poll(width).toBe(834)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect.poll(width).toBe(734)
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  expect(await edge.getAttribute('aria-valuenow')).toBe('718')
  await page.reload()
  await expect.poll(width).toBe(718)
  await edge.dblclick()
  await expect.poll(width).toBe(634)
  expect(isPeeking()).toBe(screens.idOf('Gate code'))
})

test('no script failed, and nothing left the host', () => {
  expect(freya.errors).toEqual([])
})
