/** A workspace as an archive: made in the settings, brought in where a workspace is created, its people given to members. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withRunner } from '../support/archives.ts'
import { leaveSeats } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { makePlaceholder } from '../support/placeholder.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {} })
})
afterAll(leaveSeats)

test('an archive is made, downloaded, refused where it is none, and becomes another workspace, on a wide screen and a phone', async () => {
  const server = await sharedServer()
  const { page, errors } = screens.freya
  await page.goto(`/${screens.slug}/settings/exports`)
  await page.getByRole('button', { name: 'Whole workspace' }).click()
  await page.getByText('issues.jsonl').waitFor()
  await sight(screens.freya)
  await page.getByRole('button', { name: 'Make archive' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'archive' })
  await row.getByText('Waiting').waitFor()
  const path = await withRunner(server, async () => {
    const link = row.getByRole('link', { name: 'Download' })
    await link.waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(file.suggestedFilename()).toMatch(/\.tandem\.zip$/)
    return file.path()
  })
  await page.goto('/create-workspace')
  await page.getByRole('button', { name: 'From an archive' }).click()
  const choose = async (bytes: { name: string; mimeType: string; buffer: Buffer } | string, slug: string) => {
    await page.getByLabel('Archive', { exact: true }).setInputFiles(bytes)
    await page.getByLabel('Name').fill(slug)
    await page.getByRole('button', { name: 'Bring it in' }).click()
  }
  await page.getByLabel('Name').waitFor()
  await sight(screens.freya)
  const wrong = { name: 'tides.zip', mimeType: 'application/zip', buffer: Buffer.from('High water at six.') }
  await choose(wrong, 'Tides')
  await page.getByText('Waiting to begin.').waitFor()
  await withRunner(server, () => page.getByText('not a whole zip').waitFor())
  await page.setViewportSize({ width: 390, height: 844 })
  await sight(screens.freya)
  await page.getByRole('button', { name: 'Choose an archive' }).click()
  const slug = `brought-${Date.now().toString(36)}`
  await choose(path, slug)
  await page.getByText('Waiting to begin.').waitFor()
  // Whoever comes back finds it on its way.
  await page.goto('/create-workspace')
  await page.getByRole('button', { name: 'From an archive' }).click()
  await page.getByText('Waiting to begin.').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await withRunner(server, () => page.getByRole('button', { name: 'Open workspace' }).waitFor())
  await sight(screens.freya)
  await page.getByRole('button', { name: 'Open workspace' }).click()
  await page.waitForURL(url => url.pathname.startsWith(`/${slug}`))
  expect(errors).toEqual([])
})

test('a name without an account is given to a member', async () => {
  const server = await sharedServer()
  const { page, errors } = screens.freya
  const { id } = await server.db('workspaces').where('slug', screens.slug).first<{ id: string }>('id')
  const { member_id } = await server
    .db('workspace_members')
    .where({ workspace_id: id, role: 20 })
    .first<{ member_id: string }>('member_id')
  await makePlaceholder(server, { id: member_id }, { id }, { name: 'Runa Vik', email: 'runa@pilots.example' })
  await page.goto(`/${screens.slug}/settings/members`)
  const row = page.getByRole('listitem').filter({ hasText: 'Runa Vik' })
  await row.waitFor()
  await sight(screens.freya)
  await row.getByRole('button', { name: 'Give Runa Vik to a member' }).click()
  await page.getByRole('option').first().click()
  const question = page.getByRole('dialog')
  await question.getByText('This cannot be undone.').waitFor()
  await sight(screens.freya)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: 'Give Runa Vik to a member' }).click()
  await page.getByRole('option').first().click()
  await question.getByRole('button', { name: 'Give', exact: true }).click()
  await row.getByText('Being given').waitFor()
  await withRunner(server, () => row.waitFor({ state: 'detached' }))
  expect(errors).toEqual([])
})
