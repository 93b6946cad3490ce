import { expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import type { Seat } from '../support/browser.ts'
import { issueScreens } from '../support/issueScreens.ts'

const story = {
  'Raise the sill': { priority: 'urgent' },
  'Mend the gate': { priority: 'urgent' },
  'Paint the buoy': { priority: 'low' },
}

const titles = ({ page }: Seat) => page.locator('[data-issue] [data-title]').allTextContents()
const shows = (who: Seat, wanted: string[]) =>
  expect.poll(async () => (await titles(who)).sort()).toEqual(wanted.toSorted())
const bar = ({ page }: Seat, words: string) => page.getByRole('status').getByText(words)

test('a view that is saved is everyone’s: followed while it is open, one’s own changes kept apart, locked, deleted', async () => {
  const screens = await issueScreens(story)
  const { freya, mei } = screens
  const { page } = freya
  await screens.look(freya, 'layout=list&group_by=state_id&priority=urgent')
  await page.getByRole('button', { name: 'Save view' }).click()
  const form = page.getByRole('dialog', { name: 'New view' })
  await form.getByLabel('Name').fill('What cannot wait')
  await form.getByText('2 issues').waitFor()
  await axe(freya)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'What cannot wait' }).waitFor()
  await shows(freya, ['Mend the gate', 'Raise the sill'])
  const address = page.url().split('?')[0]!
  await axe(freya)

  // Found by the other, with what it shows and how much; opened by keys.
  const list = `/${screens.slug}/projects/${screens.projectId}/views`
  await mei.page.goto(list)
  const row = mei.page.locator('[data-view]').filter({ hasText: 'What cannot wait' })
  await row.getByText('Priority is Urgent. List by state.').waitFor()
  await row.getByText('2', { exact: true }).waitFor()
  await axe(mei)
  await mei.page.keyboard.press('/')
  await mei.page.keyboard.type('cannot')
  await mei.page.keyboard.press('Enter')
  await mei.page.waitForURL(address)
  await shows(mei, ['Mend the gate', 'Raise the sill'])

  // What its owner saves, everyone sees who has changed nothing.
  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  await page.getByRole('dialog', { name: 'Edit view' }).getByLabel('Name').fill('Before the flood')
  await page.keyboard.press('Control+Enter')
  await mei.page.getByRole('heading', { name: 'Before the flood' }).waitFor()
  await page.getByRole('button', { name: 'Remove Priority filter' }).click()
  await bar(freya, 'priority removed. 3 issues instead of 2.').waitFor()
  await axe(freya)
  await shows(mei, ['Mend the gate', 'Raise the sill'])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await shows(mei, Object.keys(story))
  await bar(freya, 'Changed for you only').waitFor({ state: 'detached' })
  expect(await bar(mei, 'Changed for you only').count()).toBe(0)

  // Mei's own changes are hers; that the view became another meanwhile she is told.
  await mei.page.keyboard.press('2')
  await bar(mei, 'board instead of list').waitFor()
  expect(await mei.page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
  await mei.page.getByRole('button', { name: 'Save as new' }).waitFor()
  await page.keyboard.press('4')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await bar(mei, 'The view has changed meanwhile.').waitFor()
  await axe(mei)
  await mei.page.getByRole('button', { name: 'Keep mine' }).click()
  await bar(mei, 'Changed for you only:').waitFor()
  await mei.page.getByRole('button', { name: 'Discard' }).click()
  await mei.page.getByRole('grid').waitFor()

  for (const [key, drawn] of [
    ['1', '[data-issue]'],
    ['2', '[aria-label^="Backlog"]'],
    ['3', '[aria-label="Previous"], [aria-label="Earlier"], [data-day]'],
    ['5', '[data-issue]'],
  ] as const) {
    await mei.page.keyboard.press(key)
    await mei.page.locator(drawn).first().waitFor()
    await bar(mei, 'instead of table').waitFor()
  }
  await mei.page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('menuitem', { name: 'Lock view' }).click()
  await mei.page.getByText('Locked').waitFor()
  expect(await mei.page.getByRole('button', { name: 'Filter' }).count()).toBe(0)
  await mei.page.keyboard.press('1')
  expect(await mei.page.getByRole('grid').count()).toBe(1)
  await mei.page.setViewportSize({ width: 390, height: 844 })
  await axe(mei)

  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await mei.page.getByText('View not found').waitFor()
  await mei.page.goto(list)
  await mei.page.getByText('No views yet').waitFor()
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('the workspace’s views are tabs for everyone, those of one’s own are one’s own', async () => {
  const screens = await issueScreens(story)
  const { freya, mei, slug } = screens
  const { page } = freya
  await page.goto(`/${slug}/workspace-views`)
  await mei.page.goto(`/${slug}/workspace-views/all-issues`)
  await page.getByText('No views yet').waitFor()
  for (const [name, alone] of [
    ['Everywhere', false],
    ['My corner', true],
  ] as const) {
    await page.keyboard.press('v')
    const form = page.getByRole('dialog', { name: 'New view' })
    await form.getByLabel('Name').fill(name)
    if (alone) await form.getByRole('radio', { name: 'Only you' }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name }).waitFor()
  }
  const tabs = mei.page.getByRole('navigation', { name: 'Views' })
  await tabs.getByRole('link', { name: 'Everywhere' }).click()
  await mei.page.getByRole('heading', { name: 'Everywhere' }).waitFor()
  expect(await tabs.getByRole('link', { name: 'My corner' }).count()).toBe(0)
  await mei.page.keyboard.press('1')
  await shows(mei, Object.keys(story))
  await bar(mei, 'Changed for you only').waitFor()
  await axe(mei)
  expect([...freya.errors, ...mei.errors]).toEqual([])
})
