import { expect, test } from 'vitest'
import { secret } from '../../api/db/dataDir.ts'
import { createStops } from '../../api/mail/stops.ts'
import { axe } from '../support/axe.ts'
import { browser, type Seat, seat } from '../support/browser.ts'
import { build } from '../support/build.ts'
import { sharedServer } from '../support/server.ts'

type Row = { id: string; source_name: string; issue: { name: string; description_html: string } }

/** A project with an open form, somebody without scripts and somebody with them. */
const openForm = async () => {
  const server = await sharedServer()
  const team = await build(server).team()
  const logo_props = { in_use: 'icon', icon: { name: 'anchor', color: '#3b82d6' } }
  await team.admin.patch(`${team.path}/`, { inbox_view: true, name: 'Berth <Booking>', logo_props })
  const ways = `${team.path}/intake-settings/`
  const { body } = await team.admin.patch<{ anchor: string }>(ways, { is_form_enabled: true })
  const arrived = async () =>
    (await team.admin.get<{ results: Row[] }>(`${team.path}/inbox-issues/`)).body.results
  return { server, team, ways, address: `${server.origin}/spaces/intake/${body.anchor}`, arrived }
}

const field = ({ page }: Pick<Seat, 'page'>, name: string) => page.getByRole('textbox', { name })
const send = ({ page }: Pick<Seat, 'page'>) => page.getByRole('button', { name: 'Send' }).click()

test('the form is filled in without scripts: a refused one keeps its words, and a sent one arrives once', async () => {
  const { address, arrived, ways, team } = await openForm()
  const context = await (await browser()).newContext({ javaScriptEnabled: false })
  context.setDefaultTimeout(25_000)
  const page = await context.newPage()
  const who = { page }
  const answer = await page.goto(address)
  const headers = answer?.headers() ?? {}
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
  expect([headers['x-frame-options'], headers['x-robots-tag'], headers['cache-control']]).toEqual([
    'DENY',
    'noindex',
    'private, no-store',
  ])
  await page.getByRole('heading', { name: 'Send a request to Berth <Booking>' }).waitFor()
  expect(await page.locator('header .tile.blue svg path').count()).toBeGreaterThan(1)
  // A logo unknown to every screen is no sign, and brings nothing into the page.
  for (const logo_props of [
    { in_use: 'icon', icon: { name: '<b>', color: 'red" onload="' } },
    { in_use: 'emoji', emoji: { value: '65.5-60' } },
  ]) {
    await team.admin.patch(`${team.path}/`, { logo_props })
    await page.reload()
    await page.locator('header .tile').getByText('B', { exact: true }).waitFor()
  }
  await field(who, 'Title').fill('The bell "is" <cracked>')
  await field(who, 'Details').fill('\nSince Monday.\n\nIt rattles & rings.')
  await field(who, 'Your name').fill('Ida')
  await field(who, 'E-mail').fill('ida@lights')
  await send(who)
  await page.getByText('Enter a valid email address.').waitFor()
  expect(await page.title()).toBe('Not sent yet: Send a request to Berth <Booking>')
  expect(await field(who, 'Title').inputValue()).toBe('The bell "is" <cracked>')
  expect(await field(who, 'Details').inputValue()).toBe('\nSince Monday.\n\nIt rattles & rings.')
  expect(await arrived()).toEqual([])
  await field(who, 'E-mail').fill('ida@lights.example')
  await send(who)
  await page.getByRole('heading', { name: 'Thank you, Ida' }).waitFor()
  const [row] = await arrived()
  expect(row).toMatchObject({ source_name: 'Ida', issue: { name: 'The bell "is" <cracked>' } })
  await page.reload()
  await page.getByRole('heading', { name: 'Thank you, Ida' }).waitFor()
  expect(await arrived()).toHaveLength(1)
  await page.getByRole('link', { name: 'Send another' }).click()
  expect(await field(who, 'Title').inputValue()).toBe('')
  await team.admin.patch(ways, { is_form_enabled: false })
  await field(who, 'Title').fill('Too late')
  await field(who, 'Your name').fill('Ida')
  await field(who, 'E-mail').fill('ida@lights.example')
  await send(who)
  await page.getByRole('heading', { name: 'This form is closed' }).waitFor()
  expect((await page.goto(`${address.slice(0, -4)}0000`))?.status()).toBe(404)
  await page.getByRole('heading', { name: 'There is no form here' }).waitFor()
  await context.close()
})

test('with scripts a key sends it and the theme is chosen; it holds on a phone, and takes nothing from programs', async () => {
  const { server, team, address, arrived } = await openForm()
  const who = await seat(server.origin)
  const { page } = who
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).origin))
  await page.goto(address)
  await axe(who)
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await page.getByRole('button', { name: 'Light theme' }).waitFor()
  await axe(who)
  await page.setViewportSize({ width: 390, height: 844 })
  await axe(who)
  await field(who, 'Title').fill('More rope')
  await field(who, 'Your name').fill('Tom')
  await field(who, 'E-mail').fill('tom@lights')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Enter a valid email address.').waitFor()
  await page.locator('[name=email]:focus').waitFor()
  await axe(who)
  await field(who, 'E-mail').fill('tom@lights.example')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Thank you, Tom' }).waitFor()
  await axe(who)
  expect((await arrived()).map(row => row.issue.name)).toEqual(['More rope'])
  expect([...new Set(asked)]).toEqual([server.origin])
  // Links in mails lead to a page of the same kind: a look asks, and a button ends it.
  const [{ id: issue } = { id: '' }] = await arrived()
  const stops = createStops(await secret(server.dataDir, 'mails'))
  await page.goto(`${server.origin}${stops.path(team.admin.id, issue)}`)
  await page.getByRole('heading', { name: /^Unsubscribe from / }).waitFor()
  await axe(who)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: /^You are unsubscribed from / }).waitFor()
  await axe(who)
  await page.goto(`${server.origin}/spaces/unsubscribe/nothing`)
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  await axe(who)
  const form = { name: 'Buy', username: 'Bot', email: 'bot@spam.example', website: 'https://spam.example' }
  expect((await page.request.post(address, { form, headers: { origin: server.origin } })).status()).toBe(200)
  expect(await arrived()).toHaveLength(1)
  expect(who.errors.filter(error => !/400|404/.test(error))).toEqual([])
})
