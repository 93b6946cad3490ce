/** All pages of a project as one archive: begun in their list, followed and fetched there. */
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../../api/log.ts'
import { exportPages } from '../../api/workspace/jobs/exportPages.ts'
import { startJobRunner } from '../../api/workspace/jobs/runner.ts'
import { leaveSeats } from '../support/browser.ts'
import { openPage } from '../support/openPage.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

afterAll(leaveSeats)

test('an archive of all pages is begun in their list, by keys, followed there and fetched', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const guide = await world.page('<p>High water</p>', { name: 'Guide' })
  await world.page('<p>Ropes</p>', { name: 'Setup', parent: guide.id })
  await world.make.page(world.team.member, world.team.path, { name: 'Diary', access: 1 })
  await page.goto(`/${world.team.workspace.slug}/projects/${world.team.project.id}/pages`)
  await page.getByText('Guide').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Export pages…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Export 2 pages' }).press('Enter')
  const row = dialog.getByRole('listitem')
  await row.getByText('Waiting').waitFor()
  await row.getByRole('button', { name: 'Cancel' }).click()
  await row.getByText('Cancelled').waitFor()
  await row.getByRole('button', { name: 'Export again' }).click()
  await expect.poll(() => row.count()).toBe(2)
  const jobs = startJobRunner({
    db: (await sharedServer()).db,
    log: createLog('silent'),
    kinds: [exportPages],
  })
  const link = row.first().getByRole('link', { name: 'Download' })
  await link.waitFor()
  await row.first().getByText('2 pages, 1 private left out, until').waitFor()
  await sight(freya)
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(file.suggestedFilename()).toMatch(/^pages-\d{4}-\d\d-\d\d\.zip$/)
  const held = unzipSync(await readFile(await file.path()))
  expect(Object.keys(held)).toEqual(['Guide.md', 'Guide/Setup.md'])
  await page.setViewportSize({ width: 390, height: 844 })
  await link.waitFor()
  await sight(freya)
  await jobs.stop()
  world.quiet()
})
