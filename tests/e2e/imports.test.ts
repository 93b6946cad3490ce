/** A list of another tool on its way in, as a newcomer brings it: by clicks, and by keys from the answers on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { githubService, importService } from '../support/importServices.ts'
import { importRunner } from '../support/imports.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let runner: Awaited<ReturnType<typeof importRunner>>
beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {} })
  runner = await importRunner(await sharedServer(), ['127.0.0.1'])
})
afterAll(async () => {
  await runner.stop()
  await leaveSeats()
})

const LINES = 300
const states = ['To Do', 'In Progress', 'Done', 'Waiting for tug']
const list = [
  'Issue key,Summary,Status,Priority,Labels,Assignee,Due date,Story Points,Vessel,Parent',
  ...Array.from({ length: LINES }, (_, at) =>
    [
      `PO-${at + 1}`,
      at === 41 ? '' : `Berth plan ${at + 1}`,
      states[at % 4],
      at % 2 ? 'High' : 'Low',
      at % 3 ? 'Tugs' : 'Quay',
      'bram@portoffice.example',
      at === 50 ? '31/02/2026' : '2026-12-04',
      [1, 2, 3, 5][at % 4],
      `MV ${at} Goose`,
      at > 0 && at % 10 === 0 ? 'PO-1' : '',
    ].join(','),
  ),
].join('\n')

const everyWidth = async (of: Seat) => {
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await of.page.setViewportSize({ width, height })
    await sight(of)
  }
}

test('a list of 300 lines is brought in by a newcomer in a minute, and undone', async () => {
  const { page, errors } = screens.freya
  const began = Date.now()
  await page.goto(`/${screens.slug}/settings/imports`)
  await page.getByText('No imports yet.').waitFor()
  await page.getByRole('radio', { name: /CSV or Excel/ }).click()
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'port.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await everyWidth(screens.freya)
  await page.getByRole('button', { name: /Continue/ }).click()
  await page.getByRole('heading', { name: /^Match/ }).waitFor()
  await page.getByText('Everything has an answer already.').waitFor()
  await page.getByRole('region', { name: 'States' }).getByText('Waiting for tug', { exact: true }).waitFor()
  await page.getByRole('complementary', { name: 'As they will look' }).getByText('Berth plan 1').waitFor()
  await everyWidth(screens.freya)

  const vessel = page
    .getByRole('region', { name: 'Columns' })
    .getByRole('listitem')
    .filter({ hasText: 'Vessel' })
  await vessel.getByRole('button').click()
  await page.getByRole('option', { name: 'Leave out' }).click()
  await vessel.getByText('Leave out').waitFor()

  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Nothing has been changed yet.').waitFor()
  await page.getByText('No title').waitFor()
  await page.getByText('Due date is not a date').waitFor()
  await everyWidth(screens.freya)
  await page.getByRole('button', { name: /Import 299 issues/ }).click()
  await page.getByRole('heading', { name: '299 issues imported' }).waitFor({ timeout: 60_000 })
  await page.getByText('every issue that was found is here or was skipped').waitFor()
  await page.getByRole('complementary', { name: 'Projects' }).getByRole('link', { name: /299/ }).waitFor()
  await everyWidth(screens.freya)
  expect(Date.now() - began).toBeLessThan(120_000)

  await page.getByRole('button', { name: /^Open/ }).click()
  await page
    .getByText(/^Berth plan/)
    .first()
    .waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo import…' }).click()
  await page.getByRole('dialog').getByText('All that came is taken out').waitFor()
  await page.getByRole('button', { name: 'Undo import', exact: true }).click()
  await page.getByRole('heading', { name: 'The import was undone' }).waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Imports' }).first().click()
  await page.getByText(/299 issues, undone by/).waitFor()
  await sight(screens.freya)
  expect(errors).toEqual([])
})

test('what comes into a project is seen at once by whoever is in its list, and goes with the undo', async () => {
  const { freya, mei, team } = screens
  await screens.lookAnew(mei, '')
  await mei.page.getByText('Gate code').first().waitFor()
  await freya.page.goto(`/${screens.slug}/settings/imports`)
  await freya.page.getByRole('radio', { name: /CSV or Excel/ }).click()
  const buffer = Buffer.from('Title,State\nTow line log,Todo\nRadio check,Todo\n')
  await freya.page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'two.csv', mimeType: 'text/csv', buffer })
  await freya.page.getByRole('button', { name: /Continue/ }).click()
  const answers = freya.page.getByRole('region', { name: 'Projects' })
  await answers.getByRole('listitem').getByRole('button').click()
  await freya.page.getByRole('option', { name: team.project.name }).click()
  await freya.page.getByRole('listbox').waitFor({ state: 'detached' })
  await answers.getByText(team.project.name).waitFor()
  await freya.page.keyboard.press('ControlOrMeta+Enter')
  await freya.page.getByText('Nothing has been changed yet.').waitFor()
  await freya.page.keyboard.press('ControlOrMeta+Enter')
  await freya.page.getByRole('heading', { name: '2 issues imported' }).waitFor()
  for (const name of ['Tow line log', 'Radio check']) await mei.page.getByText(name).first().waitFor()
  await freya.page.getByRole('button', { name: 'Undo import…' }).click()
  await freya.page.getByRole('button', { name: 'Undo import', exact: true }).click()
  await mei.page.getByText('Tow line log').waitFor({ state: 'detached' })
  await mei.page.getByText('Gate code').first().waitFor()
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('a file that is none says what it is, and nothing is there', async () => {
  const { page, errors } = screens.freya
  await page.goto(`/${screens.slug}/settings/imports`)
  await page.getByRole('radio', { name: /CSV or Excel/ }).click()
  const buffer = Buffer.from('<!doctype html><title>Sign in</title>')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'port.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: /Continue/ }).click()
  await page.getByRole('heading', { name: 'Nothing was imported' }).waitFor()
  await page.getByText('This is a web page, not a table. Was the export behind a sign-in?').waitFor()
  await everyWidth(screens.freya)
  expect(errors).toEqual([])
})

test('a repository is read by its key alone: what lacks keeps the button shut, a wrong key says so, the right one goes on', async () => {
  const { page, errors } = screens.freya
  const service = await importService(githubService)
  const begin = async (key: string) => {
    await page.goto(`/${screens.slug}/settings/imports`)
    await page.getByRole('radio', { name: /GitHub/ }).click()
    const go = page.getByRole('button', { name: /Continue/ })
    await page.getByLabel('Access token').fill(key)
    expect(await go.isDisabled()).toBe(true)
    await page.getByLabel('Repository').fill('port/harbour')
    await page.getByLabel('Server').fill(service.url)
    await everyWidth(screens.freya)
    await go.click()
  }
  await begin('gh-key-2')
  await page.getByText(/GitHub refused the key/).waitFor()
  service.instead = ({ query }) =>
    query.page === '3' && service.asked.filter(one => one.query.page === '3').length === 1
      ? { status: 429, headers: { 'retry-after': '4' }, body: {} }
      : undefined
  await begin('gh-key-1')
  await page.getByText(/The source asks us to wait/).waitFor()
  await everyWidth(screens.freya)
  await page.getByRole('heading', { name: /^Match/ }).waitFor({ timeout: 30_000 })
  await page
    .getByRole('region', { name: 'States' })
    .getByText('Not planned', { exact: true })
    .first()
    .waitFor()
  await everyWidth(screens.freya)
  expect(errors).toEqual([])
})
