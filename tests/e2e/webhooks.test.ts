/** Webhooks on their screen: set up, followed live, switched off and mended; by mouse and by keys. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat, seat } from '../support/browser.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { startServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let server: Awaited<ReturnType<typeof startServer>>
let team: IssueTeam
let box: Receiver
beforeAll(async () => {
  box = await receiver()
  server = await startServer({ PRIVATE_HOSTS: box.host }, undefined, { webhooks: true })
  team = await issueTeam(server)
  await until(async () => (await server.db('readers').where({ name: 'webhooks' }).first('seq')) !== undefined)
})
afterAll(leaveSeats)

const at = async (who: { jar: Map<string, string> }) => {
  const made = await seat(server.origin)
  const value = who.jar.get('session-id') ?? ''
  await made.context.addCookies([{ name: 'session-id', value, url: server.origin }])
  return made
}
const everyWidth = async (of: Seat) => {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await of.page.setViewportSize({ width, height })
    await sight(of)
  }
}

test('a webhook is made, its deliveries come live, one is opened and sent again', async () => {
  const freya = await at(team.admin)
  const { page } = freya
  await page.goto(`/${team.workspace.slug}/settings/webhooks`)
  await page.getByText('No webhooks yet').waitFor()
  await sight(freya)
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('http://localhost:1/')
  await page.keyboard.press('ControlOrMeta+Enter')
  await dialog.getByText('Local URLs are not allowed.').waitFor()
  await dialog.getByLabel('Address').fill(box.url())
  await dialog.getByLabel('Name').fill('Gate controller')
  await dialog.getByRole('radio', { name: 'Chosen' }).click()
  for (const name of ['Projects', 'Labels'])
    await dialog.getByRole('checkbox', { name, exact: true }).uncheck()
  await everyWidth(freya)
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  const secret = (await page.locator('[data-secret]').textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Nothing sent yet').first().waitFor()
  expect(new URL(page.url()).pathname).toMatch(/\/settings\/webhooks\/[\da-f-]{36}$/)
  await everyWidth(freya)
  // By keys alone.
  await page.keyboard.press('t')
  const rows = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
  await rows.filter({ hasText: 'test.sent' }).waitFor()
  await rows.getByRole('img', { name: 'Delivered' }).waitFor()
  // What others do comes by itself.
  const issue = await team.issue({ name: 'Tide window ignores the clock' }, team.member)
  await rows.filter({ hasText: 'Tide window ignores the clock' }).getByText('200').waitFor()
  await page.getByText('All delivered').waitFor()
  await rows.filter({ hasText: 'Tide window' }).getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await page.getByText('"event"').waitFor()
  await page.getByText(issue.id).first().waitFor()
  expect(box.arrived).toHaveLength(2)
  await page.keyboard.press('r')
  await until(() => box.arrived.length === 3)
  expect(box.arrived[2]!.headers['webhook-id']).toBe(box.arrived[1]!.headers['webhook-id'])
  await until(
    async () => (await page.getByRole('list', { name: 'Tries' }).getByRole('listitem').count()) === 2,
  )
  await page.getByRole('radio', { name: 'Response' }).click()
  await page.locator('pre').getByText('ok').waitFor()
  await page.getByRole('radio', { name: 'Headers' }).click()
  await page.locator('pre').getByText('webhook-id').waitFor()
  await page.getByRole('radio', { name: 'Payload' }).click()
  await everyWidth(freya)
  await page.keyboard.press('Escape')
  await page.locator('pre').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toContain('/settings/webhooks/')
  expect(freya.errors).toEqual([])
})

test('one that takes nothing is switched off: both admins see it at once, and one switches it on and changes it', async () => {
  await server.db('webhooks').update({ deleted_at: new Date() })
  const other = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, other, 20)
  const made = await team.made<{ id: string }>(`/api/workspaces/${team.workspace.slug}/webhooks/`, {
    url: box.url('/dues'),
    name: 'Dues ledger',
    cycle: true,
  })
  const [freya, ines] = [await at(team.admin), await at(other)]
  for (const { page } of [freya, ines]) {
    await page.goto(`/${team.workspace.slug}/settings/webhooks`)
    await page.getByText('Dues ledger').first().waitFor()
  }
  box.manners = [410]
  await team.cycle()
  for (const { page } of [freya, ines])
    await page
      .getByText(/Dues ledger was switched off on .*: its address says that it no longer exists\./)
      .waitFor()
  await everyWidth(freya)
  box.manners = [200]
  const { page } = freya
  await page.getByRole('alert').getByRole('button', { name: 'Look' }).click()
  await page.getByText(/Switch it on once/).waitFor()
  await everyWidth(freya)
  await page.getByRole('switch', { name: 'Dues ledger is on' }).click()
  await ines.page.getByRole('alert').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Dues')
  await dialog.getByRole('checkbox', { name: 'Issues' }).check()
  await dialog.getByRole('button', { name: 'All issues; add a filter' }).click()
  await page.getByRole('option', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'Urgent' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByText('Urgent').waitFor()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await everyWidth(freya)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Issues and cycles of all projects, filtered').waitFor()
  expect(
    (await team.admin.get<{ filters: string }>(`/api/workspaces/${team.workspace.slug}/webhooks/${made.id}/`))
      .body.filters,
  ).toBe('priority=urgent')
  await ines.page.getByText('Dues', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New secret…' }).click()
  await dialog.getByRole('button', { name: 'Generate a new secret' }).click()
  expect(await page.locator('[data-secret]').textContent()).toMatch(/^whsec_/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  // Its deliveries are read again with the new secret: asked for after the end they would be an error of the browser’s.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Delete…' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await ines.page.getByText('Dues', { exact: true }).waitFor({ state: 'detached' })
  expect((await team.admin.get(`/api/workspaces/${team.workspace.slug}/webhooks/${made.id}/`)).status).toBe(
    404,
  )
  for (const { errors } of [freya, ines]) expect(errors).toEqual([])
})

test('a channel is connected by keys alone; both admins see it and its fate; its address is not shown again; members have no access', async () => {
  await server.db('webhooks').update({ deleted_at: new Date() })
  const other = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, other, 20)
  const [freya, ines] = [await at(team.admin), await at(other)]
  for (const { page } of [freya, ines]) {
    await page.goto(`/${team.workspace.slug}/settings/integrations`)
    await page.getByRole('button', { name: 'Connect Discord' }).waitFor()
  }
  await everyWidth(freya)
  const { page } = freya
  await page.getByRole('button', { name: 'Connect Slack' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('region', { name: 'Add a channel of Slack' })
  await page.keyboard.type('https://discord.com/api/webhooks/1/abc')
  await form.getByText('This is an address of Discord.').waitFor()
  await form.getByLabel('Address').fill('https://hooks.slack.com/services/T1/B2/secret')
  await form.getByText('A webhook of Slack at hooks.slack.com').waitFor()
  await everyWidth(freya)
  // Without a name nothing is sent, and Escape closes it where it began.
  await page.keyboard.press('ControlOrMeta+Enter')
  await form.getByRole('textbox', { name: 'Channel' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Connect Slack' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('http://localhost:1/')
  await page.keyboard.press('Tab')
  await page.keyboard.type('#berths')
  await page.keyboard.press('ControlOrMeta+Enter')
  await form.getByText('Local URLs are not allowed.').waitFor()
  await form.getByLabel('Address').fill(box.url('/services/T1/B2/secret'))
  await form.getByRole('button', { name: 'Project' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('Nothing sent yet').first().waitFor()
  expect(await page.content()).not.toContain('/services/T1')
  await everyWidth(freya)
  const slack = (of: Seat) => of.page.getByRole('region', { name: 'Slack', exact: true })
  for (const of of [freya, ines]) {
    await slack(of).getByText('Connected').waitFor()
    await slack(of).getByText(box.host).first().waitFor()
    await slack(of).getByText('Issues, comments and requests').first().waitFor()
  }
  await slack(ines).getByText('No message yet').waitFor()
  await page.keyboard.press('t')
  for (const of of [freya, ines]) await slack(of).getByText('Just now').waitFor()
  await ines.page.getByRole('switch', { name: '#berths is on' }).click()
  await page.getByText('Off', { exact: true }).waitFor()
  await ines.page.getByRole('switch', { name: '#berths is on' }).click()
  await page.getByText('Off', { exact: true }).waitFor({ state: 'detached' })
  box.manners = [404]
  await page.keyboard.press('t')
  for (const of of [freya, ines]) await of.page.getByText(/Off since .*, gone/).waitFor()
  await ines.page
    .getByText(/#berths was switched off on .*: its address says that it no longer exists\./)
    .waitFor()
  box.manners = [200]
  // The mail that says so leads to the webhooks, which know where the channel is.
  const [{ id }] = await server.db('webhooks').whereNull('deleted_at').select('id')
  await ines.page.goto(`/${team.workspace.slug}/settings/webhooks/${id}`)
  await ines.page.waitForURL(url => url.pathname.endsWith(`/settings/integrations/${id}`))
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await ines.page.getByText('This channel has been removed.').waitFor()
  expect(new URL(page.url()).pathname).toMatch(/\/settings\/integrations$/)
  const member = await at(team.member)
  await member.page.goto(`/${team.workspace.slug}/settings/integrations`)
  await member.page.getByRole('heading', { name: /not open to you/ }).waitFor()
  for (const { errors } of [freya, ines, member]) expect(errors).toEqual([])
})
