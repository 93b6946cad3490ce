/** Issues as files: asked for in the settings, and fetched from there. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../api/log.ts'
import { exportIssues } from '../../api/workspace/jobs/exportIssues.ts'
import { startJobRunner } from '../../api/workspace/jobs/runner.ts'
import { leaveSeats } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {} })
})
afterAll(leaveSeats)

test('an export is started, followed and downloaded in its list, and again from a phone', async () => {
  const { page, errors } = screens.freya
  await page.goto(`/${screens.slug}/settings/exports`)
  await page.getByText('No exports yet.').waitFor()
  await page.getByRole('radio', { name: 'JSON' }).click()
  await page.getByRole('button', { name: 'Export 1 issue', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'JSON' })
  await row.getByText('Waiting').waitFor()
  const jobs = startJobRunner({
    db: (await sharedServer()).db,
    log: createLog('silent'),
    kinds: [exportIssues],
  })
  const link = row.getByRole('link', { name: 'Download' })
  await link.waitFor()
  await row.getByText('1 issue, until').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(file.suggestedFilename()).toMatch(/^issues-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject([{ Name: 'Gate code' }])
  await page.setViewportSize({ width: 390, height: 844 })
  await link.waitFor()
  await sight(screens.freya)
  await page.setViewportSize({ width: 1440, height: 900 })
  await sight(screens.freya)
  await jobs.stop()
  expect(errors).toEqual([])
})
