import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { heldLine } from '../support/held.ts'
import { intakeScreens } from '../support/intakeScreens.ts'
import { takeIn } from '../support/searches.ts'
import { sight } from '../support/sight.ts'

/** Each test has a project of its own, and the people of all stay in their seats. */
let crew: Awaited<ReturnType<typeof intakeScreens>>
beforeAll(async () => {
  crew = await intakeScreens()
})
afterAll(leaveSeats)

const rows = ({ page }: Seat) =>
  page
    .getByRole('region', { name: 'Requests' })
    .locator('[data-row] [data-name]')
    .evaluateAll(all => all.map(one => one.textContent))
const focused = ({ page }: Seat, name: string) =>
  page.locator('[data-row] button:focus').filter({ hasText: name }).waitFor()
const title = ({ page }: Seat, name: string) =>
  page
    .locator(`textarea[aria-label="Title"]`)
    .and(page.getByText(name, { exact: true }))
    .waitFor()

test('two admins triage by keys side by side: each sees the other’s decisions, and their undoing', async () => {
  const screens = await intakeScreens(crew)
  const { team, other, bring, send, stored, sit, address } = screens
  await screens.make.issue(team.admin, team.path, { name: 'Gate codes arrive twice by mail' })
  await takeIn(screens.server, team.workspace.id)
  const rope = await bring(team.member, 'More rope at berth nine')
  const bell = await bring(team.guest, 'The bell is cracked')
  const lamp = await send('The lamp at the gate is dark', 'Tom', 'Since Monday.')
  const kept = { name: 'In spring', text: 'It is mended in spring.' }
  await team.admin.post(`${team.path}/saved-replies/`, kept)
  const gate = await send('The gate code arrived twice', 'Petra', 'Two numbers came.')
  const [freya, mei] = [await sit(team.admin), await sit(other)]
  const { page } = freya
  await goWithin(page, address)
  await goWithin(mei.page, address)
  await expect
    .poll(() => rows(mei))
    .toEqual([
      'The gate code arrived twice',
      'The lamp at the gate is dark',
      'The bell is cracked',
      'More rope at berth nine',
    ])
  // The first one is open, with its possible duplicates beside it.
  await title(freya, 'The gate code arrived twice')
  await page.getByText('petra@lights.example').waitFor()
  await page.getByRole('link', { name: 'Gate codes arrive twice by mail' }).waitFor()
  await page.getByRole('link', { name: 'Intake 4' }).waitFor()
  await page.getByText('Petra sent this through the form').waitFor()
  await sight(freya)
  // She has it open before it is decided.
  await title(mei, 'The gate code arrived twice')

  await page.keyboard.press('1')
  await title(freya, 'The lamp at the gate is dark')
  await focused(freya, 'The lamp at the gate is dark')
  await expect.poll(() => stored(gate)).toMatchObject({ status: 2, duplicate_to: expect.any(String) })
  // A person who had it open keeps it, and is shown by whom it was decided.
  await mei.page.getByText(/marked this as a duplicate of/).waitFor()
  await expect.poll(() => rows(mei)).toHaveLength(3)

  await page.keyboard.press('d')
  await page.locator('[aria-label="Reply"]:focus').waitFor()
  await page.getByRole('button', { name: 'Saved replies' }).click()
  await page.getByRole('menuitem', { name: 'In spring' }).click()
  const reply = page.locator('[aria-label="Reply"]:focus')
  await expect.poll(() => reply.inputValue()).toBe('It is mended in spring.')
  await sight(freya)
  await page.keyboard.press('Control+Enter')
  await title(freya, 'The bell is cracked')
  await focused(freya, 'The bell is cracked')
  await expect.poll(() => stored(lamp)).toMatchObject({ status: -1 })
  await expect.poll(() => rows(mei)).toEqual(['The bell is cracked', 'More rope at berth nine'])

  await page.keyboard.press('Control+z')
  await page.getByText(/^Undone: \S+ declined$/).waitFor()
  await expect.poll(() => rows(mei)).toHaveLength(3)
  await expect.poll(() => stored(lamp)).toMatchObject({ status: -2 })

  await page.keyboard.press('h')
  await page.getByRole('option', { name: /^Tomorrow/ }).waitFor()
  await page.getByRole('combobox', { name: 'Snooze until' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  // The next one is decided while the menu is still going.
  await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('a')])
  await expect.poll(() => stored(bell)).toMatchObject({ status: 0, snoozed_till: expect.any(String) })
  await mei.page.getByRole('button', { name: /^Snoozed 1/ }).waitFor()
  await expect.poll(() => stored(rope)).toMatchObject({ status: 1 })
  await title(freya, 'The lamp at the gate is dark')

  // A request that has slept long enough waits again by the clock alone.
  const sleepABit = async () => {
    const snoozed_till = new Date(Date.now() + 1_500).toISOString()
    return (await team.admin.patch(`${team.path}/inbox-issues/${bell}/`, { status: 0, snoozed_till })).status
  }
  // Refused where that moment has passed before the server learned of it.
  await expect.poll(sleepABit).toBe(200)
  await expect.poll(() => rows(mei)).toEqual(['The lamp at the gate is dark', 'The bell is cracked'])
  await page.getByRole('link', { name: 'Intake 2' }).waitFor()
  // A key on the one that was decided meanwhile decides nothing, and leads to the next.
  await mei.page.keyboard.press('a')
  await mei.page.getByText(/ was marked as a duplicate by \S+ before\.$/).waitFor()
  await title(mei, 'The lamp at the gate is dark')
  await focused(mei, 'The lamp at the gate is dark')
  expect(await rows(mei)).toHaveLength(2)

  await page.getByRole('radio', { name: /^Closed/ }).click()
  await expect.poll(() => rows(freya)).toHaveLength(2)
  await sight(freya)
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('people send the form while two admins decide about the same requests by keys: each is decided once, and seen by whom', async () => {
  const screens = await intakeScreens(crew)
  const { team, other, send, address } = screens
  const admins = [
    { who: team.admin, keys: ['a'], seat: await screens.sit(team.admin) },
    { who: other, keys: ['d', 'Control+Enter'], seat: await screens.sit(other) },
  ]
  await Promise.all(admins.map(({ seat }) => goWithin(seat.page, address)))
  type Closed = { id: string; status: number; updated_by: string; issue: { id: string; name: string } }
  const closed = async () =>
    (await team.admin.get<{ results: Closed[] }>(`${team.path}/inbox-issues/?status=1,-1`)).body.results
  let isOver = false
  const deciding = admins.map(async ({ keys, seat: { page } }) => {
    while (!isOver) {
      for (const key of keys) await page.keyboard.press(key)
      await page.waitForTimeout(30)
    }
  })
  const names = Array.from({ length: 4 }, (_, n) => `Request ${n}`)
  await Promise.all(names.map(name => send(name, 'Ida')))
  await expect.poll(async () => (await closed()).map(row => row.issue.name).sort()).toEqual(names)
  isOver = true
  await Promise.all(deciding)
  for (const { issue } of await closed()) {
    const history = await team.admin.get<{ field?: string }[]>(`${team.path}/issues/${issue.id}/history/`)
    expect(history.body.filter(({ field }) => field === 'inbox')).toHaveLength(1)
  }
  const [one] = await closed()
  const by = admins.find(({ who }) => who.id === one?.updated_by)!
  const { body: me } = await by.who.get<{ display_name: string }>('/api/users/me/')
  const done = one?.status === 1 ? 'accepted' : 'declined'
  for (const { seat } of admins) {
    await goWithin(seat.page, `${address}?currentTab=closed&inboxIssueId=${one?.issue.id}`)
    await seat.page.getByText(`${me.display_name} ${done} this`).waitFor()
  }
  expect(admins.flatMap(({ seat }) => seat.errors)).toEqual([])
})

test('many are decided as one, new ones are added, and people without the right are told why', async () => {
  const { team, bring, stored, waiting, sit, address } = await intakeScreens(crew)
  const first = await bring(team.guest, 'First')
  const second = await bring(team.guest, 'Second')
  const freya = await sit(team.admin)
  const { page } = freya
  const live = await heldLine(freya, /\/live/)
  await page.goto(address)
  await expect.poll(() => rows(freya)).toEqual(['Second', 'First'])
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await title(freya, 'First')
  await page.keyboard.press('x')
  const selection = page.getByRole('toolbar', { name: 'Selected requests' })
  await selection.getByText('2 selected').waitFor()
  await sight(freya)
  await page.setViewportSize({ width: 768, height: 1024 })
  await selection.getByRole('button', { name: 'Accept' }).click({ trial: true })
  await sight(freya)
  await selection.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('option', { name: /^Tomorrow/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('a')
  await page
    .getByRole('heading', { name: 'Nobody is waiting' })
    .or(page.getByText('Nobody is waiting.'))
    .waitFor()
  await expect.poll(async () => [(await stored(first)).status, (await stored(second)).status]).toEqual([1, 1])

  const mei = await sit(team.member)
  await goWithin(mei.page, address)
  await mei.page.locator('header').getByRole('button', { name: 'New request' }).waitFor()
  await mei.page.keyboard.press('c')
  const request = mei.page.getByRole('dialog', { name: 'New request' })
  await request.getByRole('textbox', { name: 'Title' }).fill('More light')
  await sight(mei)
  // A closed form is found again with its words.
  await mei.page.keyboard.press('Escape')
  await request.waitFor({ state: 'detached' })
  await mei.page.keyboard.press('c')
  await expect.poll(() => request.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('More light')
  await mei.page.keyboard.press('Control+Enter')
  await title(mei, 'More light')
  await mei.page.getByText('Admins of the project decide').waitFor()
  await title(freya, 'More light')
  await mei.page.keyboard.press('a')
  await mei.page.getByText('Only admins of this project decide about requests.').waitFor()
  await sight(mei)

  // With all that an issue has, as one act and one way back.
  const light = await waiting('More light')
  await page.getByRole('toolbar', { name: 'Decide' }).waitFor()
  await page.keyboard.press('Shift+A')
  const form = page.getByRole('dialog', { name: /^Accept / })
  await form.getByRole('textbox', { name: 'Title' }).fill('More light at the gate')
  await form.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await sight(freya)
  await form.getByRole('button', { name: 'Add to project' }).click()
  await form.waitFor({ state: 'detached' })
  const fields = async () => {
    const { status, issue } = await stored(light)
    return [status, issue.name, issue.priority]
  }
  await expect.poll(fields).toEqual([1, 'More light at the gate', 'high'])
  await page.getByText('Nothing is left here.').or(page.getByText('Nobody is waiting')).first().waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText(/^Undone: /).waitFor()
  await expect.poll(fields).toEqual([-2, 'More light', 'none'])
  await expect.poll(() => rows(freya)).toEqual(['More light'])
  await page.getByRole('button', { name: /More light/ }).click()
  await title(freya, 'More light')

  // Its fields are set while it waits, and taken back like any, also before the log has reported them.
  const pressing = async () => (await stored(light)).issue.priority
  const priority = page.getByRole('button', { name: 'Change priority' })
  live.holdBack()
  await priority.click()
  const answered = page.waitForResponse(response => response.request().method() === 'PATCH')
  await page.getByRole('option', { name: 'Urgent' }).click()
  await (await answered).finished()
  await expect.poll(pressing).toBe('urgent')
  await page.keyboard.press('Control+z')
  await expect.poll(pressing).toBe('none')
  await priority.filter({ hasText: 'Priority' }).waitFor()
  live.letGo()
  await priority.filter({ hasText: 'Priority' }).waitFor()

  await page.setViewportSize({ width: 768, height: 1024 })
  const accept = page.getByRole('toolbar', { name: 'Decide' }).getByRole('button', { name: 'Accept' })
  const right = async () => {
    const box = await accept.boundingBox()
    return box ? box.x + box.width : 0
  }
  await expect.poll(right).toBeLessThanOrEqual(768 - 8)
  expect(await right()).toBeGreaterThan(600)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => rows(freya)).toEqual(['More light'])
  await page.getByRole('button', { name: /More light/ }).click()
  await page.getByRole('toolbar', { name: 'Decide' }).getByRole('button', { name: 'Accept' }).waitFor()
  await sight(freya)
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('option', { name: /^Tomorrow/ }).waitFor()
  await sight(freya)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Thank you for telling us. '.repeat(6))
  await sight(freya)
  await page.getByRole('button', { name: 'Without a reply' }).click()
  await page.getByText('Nothing is left here.').or(page.getByText('Nobody is waiting')).first().waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('an admin opens the form and gives it another address, after a word of warning', async () => {
  const { team, sit, server } = await intakeScreens(crew)
  const freya = await sit(team.admin)
  const { page } = freya
  await goWithin(page, `/${team.workspace.slug}/projects/${team.project.id}/settings/features`)
  const ways = page.getByRole('list', { name: 'Ways into the intake' })
  const address = async () => (await ways.getByRole('link').getAttribute('href')) ?? ''
  const before = await address()
  expect((await page.request.get(before)).status()).toBe(200)
  await sight(freya)
  await ways.getByRole('button', { name: 'New address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give the form a new address?' })
  await dialog.waitFor()
  await sight(freya)
  await dialog.getByRole('button', { name: 'New address' }).click()
  await expect.poll(address).not.toBe(before)
  expect((await page.request.get(before)).status()).toBe(404)
  expect((await page.request.get(await address())).status()).toBe(200)
  const replies = page.getByRole('region', { name: 'Saved replies' })
  await replies.getByRole('button', { name: 'New reply' }).click()
  const reply = page.getByRole('dialog', { name: 'New reply' })
  await reply.getByRole('textbox', { name: 'Name' }).fill('In spring')
  await reply.getByRole('textbox', { name: 'Reply' }).fill('Thank you. We mend it in spring.')
  await sight(freya)
  await page.keyboard.press('Control+Enter')
  const spring = replies.getByRole('button', { name: 'In spring', exact: true })
  await spring.click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('In autumn')
  await page.keyboard.press('Control+Enter')
  await replies.getByRole('button', { name: 'Actions for In autumn' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await replies.getByRole('button', { name: 'In autumn', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await replies.getByRole('button', { name: 'In autumn', exact: true }).waitFor()
  await sight(freya)
  await ways.getByRole('switch', { name: 'Public form' }).click()
  await ways.getByRole('link').waitFor({ state: 'detached' })
  const row = () => server.db('intakes').where('project', team.project.id).first('is_form_enabled')
  await expect.poll(row).toEqual({ is_form_enabled: false })
  expect(freya.errors).toEqual([])
})
