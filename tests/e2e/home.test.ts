import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifier } from '../../api/jobs/notify.ts'
import { startReader } from '../../api/live/reader.ts'
import { createLog } from '../../api/log.ts'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { narrowTab } from '../support/narrowTab.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat
let reader: ReturnType<typeof startReader> | null = null

beforeAll(async () => {
  screens = await issueScreens({
    'Send the statement': { target_date: day(-2), priority: 'medium' },
    'Agree the refund': { target_date: day(0), priority: 'high' },
    'Mend the gate': { target_date: day(1), priority: 'low' },
    'Paint the buoy': {},
    'Grease the crane': { target_date: day(0) },
  })
  freya = screens.freya
  mei = screens.mei
  for (const name of ['Send the statement', 'Agree the refund', 'Mend the gate', 'Paint the buoy'])
    await screens.change(name, { assignee_ids: [screens.adminId] })
})
afterAll(async () => {
  await reader?.stop()
  await leaveSeats()
})

const part = ({ page }: Seat, name: string) => page.getByRole('region', { name, exact: true })
const figure = (who: Seat, name: string) => part(who, 'Numbers').getByRole('link', { name })
const home = async (who: Seat) => {
  await goWithin(who.page, `/${screens.slug}`)
  await part(who, 'My day').waitFor()
}

test('a day begins with overdue, due and next issues; one’s own changes there, and another’s, count at once', async () => {
  const { page } = freya
  await home(freya)
  await expect.poll(() => page.title()).toBe('Home · Tandem')
  const myDay = part(freya, 'My day')
  for (const [list, name] of [
    ['Overdue', 'Send the statement'],
    ['Today', 'Agree the refund'],
    ['Next', 'Mend the gate'],
  ] as const)
    await myDay.getByRole('list', { name: list }).getByRole('link', { name }).waitFor()
  for (const text of ['4 assigned', '1 overdue', '5 created', '0 completed'])
    await figure(freya, text).waitFor()
  expect(await myDay.getByText('Grease the crane').count()).toBe(0)
  await sight(freya)

  await home(mei)
  await part(mei, 'My day').getByText('Nothing is due').waitFor()
  await screens.change('Send the statement', { state_id: await screens.stateOf('completed') })
  for (const text of ['3 assigned', '0 overdue', '1 completed']) await figure(freya, text).waitFor()
  await expect.poll(() => myDay.getByText('Send the statement').count()).toBe(0)
  await part(freya, 'My issues by state').getByRole('link', { name: 'Completed 25% 1' }).waitFor()
  await screens.change('Grease the crane', { assignee_ids: [screens.adminId] })
  await myDay.getByRole('list', { name: 'Today' }).getByRole('link', { name: 'Grease the crane' }).waitFor()
  await figure(freya, '4 assigned').waitFor()

  // By keys alone, in place.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await screens.title(freya, 'Agree the refund').focus()
  await page.keyboard.press('p')
  await page.getByRole('combobox', { name: 'Priority' }).fill('urgent')
  await page.getByRole('option', { name: 'Urgent' }).waitFor()
  await page.keyboard.press('Enter')
  await part(freya, 'My issues by priority').getByRole('link', { name: 'Urgent 1' }).waitFor()
  await expect.poll(async () => (await screens.stored('Agree the refund')).priority).toBe('urgent')
  await screens.title(freya, 'Agree the refund').focus()
  await page.keyboard.press('Space')
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Title' }).waitFor({ state: 'detached' })

  // A mention and a waiting request appear there by themselves, and go once they are seen to.
  const { db } = await sharedServer()
  reader = startReader(notifier, { db, log: createLog('silent') })
  const name = `<mention-component id="${screens.adminId}" target="users" entity_name="user_mention" entity_identifier="${screens.adminId}"></mention-component>`
  await screens.team.member.post(`${screens.team.path}/issues/${screens.idOf('Mend the gate')}/comments/`, {
    comment_html: `<p>${name} Is the hinge there?</p>`,
  })
  const mentions = myDay.getByRole('list', { name: 'Mentions' })
  await mentions.getByRole('link', { name: /Is the hinge there\?/ }).waitFor()
  await screens.team.admin.patch(`${screens.team.path}/`, { inbox_view: true })
  await screens.team.member.post(`${screens.team.path}/inbox-issues/`, { issue: { name: 'A leak' } })
  const requests = myDay.getByRole('link', { name: '1 request is waiting in Intake' })
  await requests.waitFor()
  await sight(freya)
  await myDay.getByRole('button', { name: 'Mark as read' }).click()
  await mentions.waitFor({ state: 'detached' })
  await requests.click()
  await page.getByRole('region', { name: 'Requests' }).getByText('A leak', { exact: true }).waitFor()
  await page.getByRole('toolbar', { name: 'Decide' }).waitFor()
  await page.keyboard.press('a')
  await page.getByText('Nothing is left here.').or(page.getByText('Nobody is waiting')).first().waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await part(freya, 'My day').waitFor()
  await requests.waitFor({ state: 'detached' })

  // A figure leads to the list that it counts.
  await part(freya, 'My issues by priority').getByRole('link', { name: 'Urgent 1' }).click()
  await screens.title(freya, 'Agree the refund').waitFor()
  expect(await page.locator('[data-issue]').count()).toBe(1)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await part(freya, 'My day').waitFor()
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('its parts are hidden, moved and filtered by keys, and stay so; links and the note are one’s own', async () => {
  const { page } = freya
  await page.goto(`/${screens.slug}`)
  await part(freya, 'People').getByRole('link', { name: 'You' }).waitFor()
  await page.getByRole('button', { name: 'Arrange' }).click()
  // The day is known again by its first lines.
  await page.locator('[inert] [data-line^="today/"]').getByText('Agree the refund').waitFor()
  // The focus is never lost with the element that had it.
  const handle = page.locator('[data-widget] button:focus')
  await handle.waitFor()
  await page.getByRole('button', { name: 'Hide People' }).click()
  await handle.waitFor()
  await page.getByRole('button', { name: 'People', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Hide Mentions' }).click()
  await page.getByRole('button', { name: 'Mentions', exact: true }).click()
  await page.getByRole('button', { name: 'Hide Mentions' }).waitFor()
  const side = page.getByRole('list', { name: 'Narrow column' })
  const first = side.getByRole('listitem').first()
  await first.getByRole('heading', { name: 'My issues by state' }).waitFor()
  const note = page.getByRole('button', { name: 'Move Private note' })
  await note.focus()
  await page.keyboard.press('ArrowLeft')
  const main = page.getByRole('list', { name: 'Wide column' })
  await main.getByRole('heading', { name: 'Private note' }).waitFor()
  await expect.poll(() => note.evaluate(node => node === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Move My issues by priority' }).focus()
  await page.keyboard.press('ArrowUp')
  await first.getByRole('heading', { name: 'My issues by priority' }).waitFor()
  await sight(freya)
  await page.keyboard.press('Escape')
  await part(freya, 'My day').waitFor()
  await page.locator('[data-arrange]:focus').waitFor()

  await page.getByRole('button', { name: 'My issues by priority: All time' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Due today' }).click()
  await part(freya, 'My issues by priority').getByRole('link', { name: 'Low 0' }).waitFor()

  await page.getByRole('button', { name: 'My issues by priority: Due today' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Custom range…' }).click()
  const days = page.getByRole('dialog', { name: 'Due in a custom range' })
  await days.getByRole('textbox', { name: 'From' }).fill('today')
  await days.getByRole('textbox', { name: 'To' }).fill('tomorrow')
  await sight(freya)
  await days.getByRole('button', { name: 'Show these days' }).click()
  await part(freya, 'My issues by priority').getByRole('link', { name: 'Low 1' }).waitFor()

  await page.getByRole('button', { name: 'Add link' }).click()
  const form = page.getByRole('form', { name: 'New link' })
  await form.getByLabel('Address').fill('tides.example')
  await form.getByLabel('Title').fill('Tide tables')
  await page.keyboard.press('Enter')
  const links = part(freya, 'Quick links')
  await links.getByRole('link', { name: 'Tide tables' }).waitFor()
  await links.locator('[aria-label="Add link"]:focus').waitFor()
  await page.getByRole('textbox', { name: 'Private note' }).fill('Ask about the lock.')
  await part(freya, 'Private note').getByText('Saved', { exact: true }).waitFor()
  const stored = () =>
    screens.team.admin.get<{ text: string }>(`/api/workspaces/${screens.slug}/private-note/`)
  await expect.poll(async () => (await stored()).body.text).toBe('Ask about the lock.')
  const kept = () => screens.team.admin.get<unknown[]>(`/api/workspaces/${screens.slug}/quick-links/`)
  await expect.poll(async () => (await kept()).body.length).toBe(1)
  // What is done to a link is taken back by the toast, and by keys.
  const act = async (verb: string) => {
    await links.getByRole('button', { name: 'Actions for Tide tables' }).click()
    await page.getByRole('menuitem', { name: verb }).click()
  }
  await act('Edit')
  await page.getByLabel('Address').fill('ebb.example')
  await page.getByLabel('Title').fill('Ebb')
  await page.keyboard.press('Enter')
  await links.getByRole('link', { name: 'Ebb' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await links.getByRole('link', { name: 'Tide tables' }).waitFor()
  await act('Remove')
  await links.getByRole('link', { name: 'Tide tables' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await links.getByRole('link', { name: 'Tide tables' }).waitFor()
  await expect
    .poll(async () => (await kept()).body)
    .toEqual([expect.objectContaining({ title: 'Tide tables', url: 'https://tides.example' })])

  await page.reload()
  await links.getByRole('link', { name: 'Tide tables' }).waitFor()
  await part(freya, 'My issues by priority').getByRole('link', { name: 'Low 1' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Private note' }).inputValue()).toBe('Ask about the lock.')
  expect(await part(freya, 'People').count()).toBe(0)

  const phone = await narrowTab(mei)
  await home(phone)
  await part(phone, 'People').waitFor()
  await part(phone, 'Quick links').getByText('Keep the links you need at hand').waitFor()
  await sight(phone)
  // A finger draws a row aside to be done with it; not far enough, and it goes back.
  const { member } = screens.team
  await screens.change('Grease the crane', { assignee_ids: [member.id] })
  const crane = part(phone, 'My day').locator('[data-issue]').filter({ hasText: 'Grease the crane' })
  await crane.waitFor()
  const { x, y } = (await crane.boundingBox())!
  const finger = await phone.page.context().newCDPSession(phone.page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by = 0) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + 40 + by, y: y + 20 }],
    })
  for (const far of [50, 120]) {
    await touch('touchStart')
    for (let by = 10; by <= far; by += 10) await touch('touchMove', by)
    await part(phone, 'My day').getByText('Done', { exact: true }).waitFor()
    expect((await screens.stored('Grease the crane')).state_id).not.toBe(await screens.stateOf('completed'))
    await touch('touchEnd')
  }
  await crane.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await screens.stored('Grease the crane')).state_id)
    .toBe(await screens.stateOf('completed'))
  expect([...freya.errors, ...phone.errors]).toEqual([])
})
