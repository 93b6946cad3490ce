import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifier } from '../../api/jobs/notify.ts'
import { startReader } from '../../api/live/reader.ts'
import { createLog } from '../../api/log.ts'
import { fillProject } from '../../migrations/populate.ts'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { isInView } from '../support/inView.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { narrowTab } from '../support/narrowTab.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'
import { visitor } from '../support/visitor.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat
let reader: ReturnType<typeof startReader>
beforeAll(async () => {
  const { db } = await sharedServer()
  reader = startReader(notifier, { db, log: createLog('silent') })
  screens = await issueScreens({
    'Gate code': { description_html: '<p>Four figures</p>'.repeat(60) },
    'Tide window': {},
    Dredging: {},
    'Waiting list': {},
  })
  freya = screens.freya
  mei = screens.mei
})
afterAll(async () => {
  await reader.stop()
  await leaveSeats()
})

const look = async (who: Seat, terms = '') => {
  // By way of another screen: what was open or chosen there is left.
  await goWithin(who.page, `/${screens.slug}/projects`)
  await who.page.locator('ul[aria-label="Inbox"] [data-row]').first().waitFor({ state: 'detached' })
  await goWithin(who.page, `/${screens.slug}/notifications${terms}`)
  await who.page.getByText('Loading').waitFor({ state: 'detached' })
}
/** The same with the client loaded anew: it knows nothing of what is there. */
const lookAnew = async (who: Seat, terms = '') => {
  await who.page.goto(`/${screens.slug}/notifications${terms}`)
  await who.page.getByText('Loading').waitFor({ state: 'detached' })
}
const line = ({ page }: Seat, name: string) => page.locator('[data-row]').filter({ hasText: name })
const lines = ({ page }: Seat) => page.locator('[data-row] [data-title]')
const toldOf = (name: string, words: string | RegExp) =>
  line(freya, name).filter({ hasText: words }).waitFor()
const comment = (name: string, html: string) =>
  screens.team.member.post(`${screens.team.path}/issues/${screens.idOf(name)}/comments/`, {
    comment_html: html,
  })
const badge = ({ page }: Seat) => page.getByRole('link', { name: /^Inbox/ }).textContent()
const mention = () =>
  `<p>Ask <mention-component id="${screens.adminId}" target="users" entity_name="user_mention" entity_identifier="${screens.adminId}"></mention-component> first</p>`
const key = (name: string) => freya.page.keyboard.press(name)
const focused = ({ page }: Seat) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-row]')?.textContent ?? '')

test('Mei’s acts are in Freya’s inbox at once, by issue, in the sidebar and in the title; not in her own', async () => {
  await look(mei)
  await look(freya)
  await freya.page.getByRole('heading', { name: 'All read' }).waitFor()
  await sight(freya)
  await screens.change('Gate code', { priority: 'urgent' })
  await toldOf('Gate code', 'set priority to Urgent')
  await expect.poll(() => badge(freya)).toMatch(/^Inbox1/)
  await expect.poll(() => freya.page.title()).toMatch(/^\(1\) Inbox/)
  await comment('Gate code', '<p>The code came twice</p>')
  await comment('Gate code', '<p>And once more</p>')
  await toldOf('Gate code', 'wrote twice')
  await comment('Tide window', mention())
  await toldOf('Tide window', /mentioned you: “Ask @\w+ first”/)
  // What names her is reported first; the title goes on counting all.
  await expect.poll(() => badge(freya)).toBe('Inbox@1 unread mentions')
  await expect.poll(() => freya.page.title()).toMatch(/^\(2\) Inbox/)
  expect(await lines(freya).count()).toBe(2)
  expect(await line(freya, 'Gate code').getByText('3 unread').count()).toBe(1)
  await sight(freya)
  await freya.page.getByRole('radio', { name: /Mentions/ }).click()
  await expect.poll(() => lines(freya).count()).toBe(1)
  await freya.page.getByRole('radio', { name: /^All/ }).click()
  expect(await lines(mei).count()).toBe(0)
  // Opened it is read, and the issue itself is beside it.
  await line(freya, 'Gate code').locator('[data-title]').click()
  await freya.page.getByRole('textbox', { name: 'Title' }).waitFor()
  await expect.poll(() => badge(freya)).toMatch(/^Inbox@1/)
  await freya.page.getByText('And once more').last().waitFor()
  // However long its text is.
  await isInView(freya.page.getByText('3 new', { exact: true }))
  const priority = freya.page.locator('dl').getByRole('button', { name: /^Priority/ })
  expect(await priority.getByRole('img', { name: 'New' }).count()).toBe(1)
  await sight(freya)
  await line(freya, 'Tide window').locator('[data-title]').click()
  await screens.change('Tide window', { priority: 'high' })
  await expect.poll(() => priority.textContent()).toMatch(/High$/)
  // Both are there, and read.
  await line(freya, 'Tide window').getByText('2 events').waitFor()
  await line(freya, 'Gate code').locator('[data-title]').click()
  await screens.change('Tide window', { priority: 'urgent' })
  await toldOf('Tide window', 'priority to Urgent, was High')
  await line(freya, 'Tide window').locator('[data-title]').click()
  await expect.poll(() => priority.textContent()).toMatch(/Urgent.*was High$/)
  // Put back, nothing of it is new.
  await screens.change('Tide window', { priority: 'high' })
  await expect.poll(() => priority.getByRole('img', { name: 'New' }).count()).toBe(0)
})

test('by keys alone: moved through, put to sleep by words, archived on to the next, unread, taken back', async () => {
  await screens.change('Dredging', { priority: 'high' })
  await screens.change('Waiting list', { priority: 'low' })
  await look(freya)
  await toldOf('Waiting list', 'set priority')
  await toldOf('Dredging', 'set priority')
  // Read ones come by an answer of their own.
  await toldOf('Gate code', 'wrote twice')
  await key('j')
  await expect.poll(() => focused(freya)).toContain('Waiting list')
  await key('j')
  await expect.poll(() => focused(freya)).toContain('Dredging')
  await freya.page.getByRole('region', { name: /-3$/ }).waitFor()
  await key('h')
  const field = freya.page.getByRole('combobox', { name: 'Snooze until' })
  await field.waitFor()
  await sight(freya)
  await field.pressSequentially('tomorrow 9')
  await freya.page
    .getByRole('option', { name: /09:00|9:00/ })
    .first()
    .waitFor()
  await key('Enter')
  await line(freya, 'Dredging').waitFor({ state: 'detached' })
  await freya.page.getByRole('button', { name: /^Snoozed 1 Next tomorrow/ }).waitFor()
  await expect.poll(() => focused(freya)).toContain('Tide window')
  await key('e')
  await line(freya, 'Tide window').waitFor({ state: 'detached' })
  await expect.poll(() => focused(freya)).toContain('Gate code')
  await key('u')
  await line(freya, 'Gate code').getByText('1 unread').waitFor()
  await key('Control+z')
  await line(freya, 'Tide window').waitFor()
  await expect.poll(async () => (await freya.page.getByText(/^Undone: /).count()) > 0).toBe(true)
  await key('Control+z')
  await line(freya, 'Dredging').waitFor()
})

test('many at once: selected by key and pointer, marked, archived, found in the archive and brought back', async () => {
  await look(freya)
  await toldOf('Dredging', 'set priority')
  await key('Control+a')
  const bar = freya.page.getByRole('toolbar', { name: 'Selected notifications' })
  await expect.poll(() => bar.getByRole('status').textContent()).toBe('4 selected')
  await sight(freya)
  await bar.getByRole('button', { name: 'Mark as read' }).click()
  await expect.poll(() => badge(freya)).toBe('Inbox')
  await bar.getByRole('button', { name: 'Archive' }).click()
  await freya.page.getByRole('heading', { name: 'All read' }).waitFor()
  await freya.page.getByRole('button', { name: 'Snoozed and archived' }).click()
  await freya.page
    .getByRole('menuitemcheckbox', { name: 'Archived' })
    .or(freya.page.getByRole('menuitemradio', { name: 'Archived' }))
    .or(freya.page.getByRole('menuitem', { name: 'Archived' }))
    .first()
    .click()
  await expect.poll(() => lines(freya).count()).toBe(4)
  await line(freya, 'Dredging').locator('[data-title]').click()
  await freya.page.getByRole('button', { name: 'Back to the inbox' }).last().click()
  await expect.poll(() => lines(freya).count()).toBe(3)
  await look(freya)
  await expect.poll(() => lines(freya).count()).toBe(1)
  // A failed reading is reported, and repeated on request.
  await freya.page.route('**/users/notifications/**', route => route.fulfill({ status: 500, body: '{}' }))
  await lookAnew(freya, '?show=archived')
  await freya.page.getByRole('heading', { name: 'The inbox could not be loaded' }).waitFor()
  await freya.page.unroute('**/users/notifications/**')
  await freya.page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => lines(freya).count()).toBe(3)
})

test('a request is decided where one reads of it', async () => {
  const { admin, member, path } = screens.team
  await admin.patch(`${path}/`, { inbox_view: true })
  const brought = await member.post<{ id: string }>(`${path}/inbox-issues/`, { issue: { name: 'A bell' } })
  await look(freya)
  await line(freya, 'A bell').filter({ hasText: 'sent it to the intake' }).locator('[data-title]').click()
  const request = freya.page.getByRole('region', { name: 'Request' })
  await request.getByText('waits in the intake').waitFor()
  await sight(freya)
  await request.getByRole('button', { name: 'Accept' }).click()
  await request.waitFor({ state: 'detached' })
  const stored = async () =>
    (await admin.get<{ status: number }>(`${path}/inbox-issues/${brought.body.id}/`)).body.status
  await expect.poll(stored).toBe(1)
})

test('a request by the public form is told under the name of its sender', async () => {
  const { admin, path } = screens.team
  await admin.patch(`${path}/`, { inbox_view: true })
  const ways = await admin.patch<{ anchor: string }>(`${path}/intake-settings/`, { is_form_enabled: true })
  const { origin } = await sharedServer()
  const form = { name: 'Rope', username: 'Henk de Wit', email: 'henk@quay.example' }
  expect((await visitor(origin).post(`/api/public/anchor/${ways.body.anchor}/intake/`, form)).status).toBe(
    201,
  )
  await look(freya)
  await line(freya, 'Rope').locator('[data-title]').click()
  await freya.page.getByText('Henk de Wit sent this through the form').waitFor()
  await freya.page.getByRole('definition').getByText('Henk de Wit').waitFor()
  await sight(freya)
})

test('on a phone: the list, then what is opened of it with its decisions at the foot, and back', async () => {
  const phone = await narrowTab(mei)
  await screens.team.admin.patch(`${screens.team.path}/issues/${screens.idOf('Gate code')}/`, {
    priority: 'low',
  })
  await look(phone)
  await line(phone, 'Gate code').filter({ hasText: 'lowered priority to Low, was Urgent' }).waitFor()
  await sight(phone)
  await line(phone, 'Gate code').locator('[data-title]').click()
  await phone.page.getByRole('textbox', { name: 'Title' }).waitFor()
  await sight(phone)
  // Its fields are there once, as chips.
  expect(await phone.page.getByRole('button', { name: /^Priority/ }).count()).toBe(1)
  await phone.page.getByRole('button', { name: 'Archive', exact: true }).click()
  await line(phone, 'Gate code').waitFor({ state: 'detached' })
  expect(freya.errors.filter(said => !said.includes('500')).concat(mei.errors)).toEqual([])
})

test('a muted thing says so in one’s other tab and tells no more; of hundreds only those in sight are drawn', async () => {
  const { team } = screens
  const set = (name: string, priority: string) =>
    team.admin.patch(`${team.path}/issues/${screens.idOf(name)}/`, { priority })
  const tab = { ...mei, page: await mei.context.newPage() }
  await set('Tide window', 'urgent')
  await look(mei)
  await look(tab)
  await line(mei, 'Tide window').filter({ hasText: 'Urgent' }).hover()
  await line(mei, 'Tide window').getByRole('button', { name: 'Mute', exact: true }).click()
  const mark = line(tab, 'Tide window').getByRole('img', { name: 'Muted' })
  await mark.waitFor()
  await sight(tab)
  await set('Tide window', 'medium')
  await set('Dredging', 'medium')
  await line(mei, 'Dredging').filter({ hasText: 'Medium' }).waitFor()
  expect(await line(mei, 'Tide window').textContent()).not.toContain('Medium')
  await line(mei, 'Tide window').locator('[data-title]').click()
  await mei.page.getByRole('button', { name: 'More' }).last().click()
  await mei.page.getByRole('menuitem', { name: 'Unmute' }).click()
  await mark.waitFor({ state: 'detached' })
  const { db } = await sharedServer()
  await fillProject(db, screens.projectId, 250)
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `with told as (
       insert into notifications (id, created_at, updated_at, workspace, project, receiver, entity_name, entity_identifier,
              entity_created_by, sender, title, verb, field, old_value, new_value, epoch, read_at, seq)
       select gen_random_uuid(), now() - n * interval '1 minute', now(), i.workspace_id, i.project_id, :receiver, 'issue', i.id,
              i.created_by, 'in_app:issue_activities:subscribed', '', 'updated', 'priority', 'low', 'high', 0, now(),
              2000000000 + n
         from (select *, row_number() over (order by sequence_id) + 60 as n from issues where project_id = :project) i
       returning entity_identifier as id, created_at)
     select id from told order by created_at`,
    { receiver: team.member.id, project: screens.projectId },
  )
  await lookAnew(mei)
  await lines(mei).first().waitFor()
  const list = mei.page.getByRole('list', { name: 'Inbox' })
  const last = mei.page.locator(`[data-row="${rows[0]!.id}"]`)
  await expect
    .poll(async () => {
      await list.evaluate(node => node.scrollTo(0, node.scrollHeight))
      return last.count()
    })
    .toBe(1)
  expect(await lines(mei).count()).toBeLessThan(60)
  // Keys lead on from there, out of sight, too.
  await last.locator('[data-title]').focus()
  await list.evaluate(node => node.scrollTo(0, 0))
  await mei.page.keyboard.press('Control+a')
  const bar = mei.page.getByRole('toolbar', { name: 'Selected notifications' })
  await expect
    .poll(async () => Number.parseInt((await bar.getByRole('status').textContent()) ?? '', 10))
    .toBeGreaterThan(250)
  await sight(mei)
  expect(mei.errors).toEqual([])
})
