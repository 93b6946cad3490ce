import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { day, focusedText, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {}, 'Waiting list': {}, Dredging: {}, 'Tide window': {} })
  freya = screens.freya
  await screens.fill(100)
})
afterAll(leaveSeats)

const press = async (...keys: string[]) => {
  for (const key of keys) await freya.page.keyboard.press(key)
}
const expectFocus = (text: string) => expect.poll(() => focusedText(freya)).toBe(text)
const scrolled = () => freya.page.locator('[data-scroller]').evaluate(node => node.scrollTop)

test('the art beside the sign-in form and the form of members look as they are meant to', async () => {
  const stranger = await seat(screens.origin)
  await stranger.page.goto('/')
  await stranger.page.getByLabel('E-mail').waitFor()
  await sight(stranger)
  const flag = stranger.page.locator('.caret-flag').first()
  await expect.poll(() => flag.evaluate(node => getComputedStyle(node).position)).toBe('absolute')
  await stranger.context.close()
  await freya.page.goto(`/${screens.slug}/settings/members`)
  await freya.page.getByRole('heading', { name: 'Members' }).first().waitFor()
  await sight(freya)
})

test('the first filter is added with the pointer alone', async () => {
  const { page } = freya
  await screens.look(freya, 'layout=list&group_by=state_id')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('option', { name: 'Priority' }).waitFor()
  await sight(freya)
  await page.getByRole('option', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'Urgent' }).waitFor()
  await sight(freya)
  await page.getByRole('option', { name: 'Urgent' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('priority')).toBe('urgent')
  await page.keyboard.press('Escape')
})

test.each(['list', 'spreadsheet'])(
  '%s: triage stays in place: the scroll holds, and the next row has the focus',
  async layout => {
    const done = await screens.stateOf('completed')
    await screens.look(freya, `layout=${layout}&group_by=state_id`)
    const lines = freya.page.locator('[data-issue] [data-title]')
    await lines.nth(9).focus()
    const [name, next] = await Promise.all([9, 10].map(at => lines.nth(at).textContent()))
    await freya.page.locator('[data-scroller]').evaluate(node => node.scrollBy(0, 120))
    const before = await scrolled()
    await press('s')
    await freya.page.getByRole('option', { name: /Done/ }).waitFor()
    await sight(freya)
    // The row that is meant keeps its ring.
    const ring = freya.page.locator('[data-issue]', { hasText: name ?? '' }).first()
    const drawn = (node: Element) =>
      [node, ...node.querySelectorAll('*')].some(one => getComputedStyle(one).outlineStyle === 'solid')
    await expect.poll(() => ring.evaluate(drawn)).toBe(true)
    await freya.page.keyboard.type('done')
    await press('Enter')
    await expect.poll(async () => (await screens.count(`state=${done}`)) > 0 && focusedText(freya)).toBe(next)
    // The log is read in order: once a later change is seen, hers is behind it, and nothing takes the focus elsewhere.
    const id = await lines.nth(7).evaluate(node => node.closest('[data-issue]')?.getAttribute('data-issue'))
    await screens.team.member.patch(`${screens.team.path}/issues/${id}/`, { name: `Seen in the ${layout}` })
    await lines.filter({ hasText: `Seen in the ${layout}` }).waitFor()
    expect(await focusedText(freya)).toBe(next)
    expect(await scrolled()).toBe(before)
    await press('Control+z')
    await expect.poll(() => screens.count(`state=${done}`)).toBe(0)
    expect(await scrolled()).toBe(before)
  },
)

test('Enter opens an issue with the focus in it; Escape and Back return to its row', async () => {
  await screens.look(freya, 'layout=list&group_by=')
  for (const way of ['Escape', 'Alt+ArrowLeft']) {
    await screens.title(freya, 'Dredging').focus()
    await press('Enter')
    await freya.page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
    await expect
      .poll(() =>
        freya.page.evaluate(() => document.activeElement?.closest('article')?.getAttribute('aria-label')),
      )
      .toMatch(/^[A-Z0-9]+-\d+$/)
    if (way === 'Escape') await press(way)
    else await freya.page.goBack()
    await screens.title(freya, 'Dredging').waitFor()
    await expectFocus('Dredging')
  }
})

test('on a phone the form of a new issue has the whole screen, and nothing speaks of keys', async () => {
  const phone = await screens.phone()
  await screens.look(phone, 'layout=list&group_by=')
  await phone.page.getByRole('button', { name: 'New issue', exact: true }).click()
  const form = phone.page.getByRole('dialog', { name: 'New issue' })
  await form.getByRole('textbox', { name: 'Description' }).waitFor()
  await sight(phone)
  expect(await form.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  expect(await phone.page.locator('kbd:visible').count()).toBe(0)
  await phone.page.keyboard.press('Escape')
  await goWithin(phone.page, `/${screens.slug}/profile/${screens.adminId}/activity`)
  await phone.page.getByRole('link', { name: 'Activity' }).waitFor()
  await sight(phone)
  await screens.look(phone, 'layout=list&group_by=')
  // The last row can be scrolled clear of the button that floats above it.
  const scroller = phone.page.locator('[data-scroller]')
  await scroller.evaluate(node => node.scrollTo(0, node.scrollHeight))
  const button = await phone.page.getByRole('button', { name: 'New issue', exact: true }).boundingBox()
  await expect
    .poll(async () => {
      const last = await phone.page.locator('[data-issue]').last().boundingBox()
      await scroller.evaluate(node => node.scrollTo(0, node.scrollHeight))
      return last && button && last.y + last.height <= button.y
    })
    .toBe(true)
  await phone.context.close()
})

test('rows, cards and the table carry every property calmly', async () => {
  const cycle = await screens.add('cycles', { name: 'Spring tides' })
  await screens.team.admin.patch(`${screens.team.path}/`, { cycle_view: true, module_view: true })
  const labels = await Promise.all(
    ['Reliability of the gate', 'Tides and windows', 'Quay'].map(name =>
      screens.add('issue-labels', { name }),
    ),
  )
  await screens.change('Gate code', { start_date: day(-3), target_date: day(4), label_ids: labels })
  await screens.putInCycle('Gate code', cycle)
  const at = (layout: string) => screens.look(freya, `layout=${layout}&group_by=state_id`)
  const issue = freya.page.locator(`[data-issue="${screens.idOf('Gate code')}"]`)
  await at('kanban')
  // Key, title of one line, and one line for the rest: fields without room become a figure, with their words in a
  // tooltip.
  await expect.poll(async () => (await issue.boundingBox())?.height ?? 0).toBeLessThan(96)
  await issue.getByText(/^\+\d$/).hover()
  await freya.page
    .getByText(/Spring tides/)
    .last()
    .waitFor()
  await sight(freya)
  await at('list')
  await issue.getByText('Spring tides').waitFor()
  // The same kind has the same place in every row, whatever else is in it.
  await screens.putInCycle('Dredging', cycle)
  const cycles = freya.page.locator('[data-field="cycle"]')
  await expect.poll(() => cycles.count()).toBe(2)
  const [one, other] = [await cycles.first().boundingBox(), await cycles.last().boundingBox()]
  expect(one?.x).toBe(other?.x)
  await sight(freya)
  await at('spreadsheet')
  for (const column of ['target_date', 'estimate']) {
    const head = freya.page.locator(`.sheet-head [data-column="${column}"]`)
    if (column === 'estimate' && (await head.count()) === 0) continue
    const box = await head.boundingBox()
    expect((box?.x ?? 9_999) + (box?.width ?? 0)).toBeLessThanOrEqual(1440)
  }
})

test('the calendar shows today on a weekend too, and a toast is beside the sidebar', async () => {
  await freya.page.clock.setFixedTime(new Date('2026-11-22T12:00:00'))
  await screens.lookAnew(freya, 'layout=calendar')
  await freya.page.getByRole('button', { name: /22 November 2026, today/ }).waitFor()
  await screens.look(freya, 'layout=list&group_by=')
  await screens.title(freya, 'Dredging').focus()
  await press('Control+.')
  const toast = freya.page.locator('[data-toast]')
  await toast.waitFor()
  const sidebar = await freya.page.getByRole('navigation', { name: 'Workspace' }).boundingBox()
  expect((await toast.boundingBox())?.x).toBeGreaterThan(sidebar?.width ?? 0)
  await sight(freya)
})

test('projects and people are listed in columns that are below each other', async () => {
  await goWithin(freya.page, `/${screens.slug}/projects`)
  const project = freya.page.getByRole('region', { name: 'Joined' }).getByRole('listitem').first()
  await project.hover()
  await project.getByRole('button', { name: /^Actions for/ }).click()
  await freya.page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  await sight(freya)
  await press('Escape')
  await freya.page.getByRole('searchbox', { name: 'Find projects' }).fill('nothing of that name')
  await freya.page.getByText('No projects match').waitFor()
  await goWithin(freya.page, `/${screens.slug}/settings/members`)
  await freya.page.getByRole('searchbox', { name: 'Find people' }).waitFor()
  const role = freya.page.getByRole('button', { name: /^Role of .*: Member$/ }).last()
  await role.click()
  await freya.page.getByRole('option', { name: /Guest/ }).waitFor()
  await sight(freya)
})
