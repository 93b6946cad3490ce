/** A zip of pages on its way in: chosen, put into a project, tried, imported, undone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { importRunner } from '../support/imports.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { notionMarkdown, zipOf } from '../support/pageArchives.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let runner: Awaited<ReturnType<typeof importRunner>>
beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {} })
  runner = await importRunner(await sharedServer())
})
afterAll(async () => {
  await runner.stop()
  await leaveSeats()
})

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

test('a zip of Notion becomes pages of a new project, and is undone', async () => {
  const { page, errors } = screens.freya
  await page.goto(`/${screens.slug}/settings/imports`)
  await page.getByRole('link', { name: /Tandem archive/ }).waitFor()
  await page.getByRole('radio', { name: /Notion, Markdown or HTML/ }).click()
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'Harbour handbook.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipOf(notionMarkdown())),
  })
  await everyWidth(screens.freya)
  await page.getByRole('button', { name: /Continue/ }).click()
  await page.getByRole('heading', { name: 'Choose where the pages go' }).waitFor()
  const held = page.getByRole('region', { name: 'In the archive' })
  await held.getByText('An export of Notion').waitFor()
  await held.getByRole('listitem').filter({ hasText: 'Pages' }).getByText('4', { exact: true }).waitFor()
  await everyWidth(screens.freya)
  await page
    .getByRole('region', { name: 'Project' })
    .getByRole('button', { name: /New: Harbour handbook/ })
    .click()
  await page.getByRole('option', { name: 'New project' }).waitFor()
  expect(await page.getByRole('option', { name: 'Leave out' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: 'New project' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Nothing has been changed yet.').waitFor()
  const faults = page.getByRole('region', { name: 'Faults' })
  await faults.getByText('Names a file that is not in the archive').waitFor()
  await faults.getByText('Tides.md', { exact: true }).waitFor()
  await everyWidth(screens.freya)
  await page.getByRole('button', { name: /Import 4 pages/ }).click()
  await page.getByRole('heading', { name: '4 pages imported' }).waitFor({ timeout: 60_000 })
  await everyWidth(screens.freya)
  await page.getByRole('button', { name: /^Open Harbour handbook/ }).click()
  await page.getByRole('link', { name: 'Harbour handbook' }).first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo import…' }).click()
  await page.getByRole('dialog').getByText('pages with their pictures and files').waitFor()
  await page.getByRole('button', { name: 'Undo import', exact: true }).click()
  await page.getByRole('heading', { name: 'The import was undone' }).waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Imports' }).first().click()
  await page.getByText(/4 pages, undone by/).waitFor()
  expect(errors).toEqual([])
})
