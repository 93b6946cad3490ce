/** The four steps of an import by the keyboard alone; only the file itself is picked in the browser's own dialog. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats } from '../support/browser.ts'
import { importRunner } from '../support/imports.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sharedServer } from '../support/server.ts'

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

const MOST_STEPS = 80
const list = 'Key,Title,Status,Vessel\nKB-1,Mole,Odd state,MV Goose\nKB-2,Lock,Todo,MV Swan\n'

test('source, answers, dry run, import and undo by keys alone', async () => {
  const { page, errors } = screens.freya
  const { keyboard } = page
  /** What has the focus, as a screen reader would name it. */
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement
      const row = at?.closest('li')?.textContent ?? ''
      return `${at?.getAttribute('role') ?? at?.tagName.toLowerCase()} ${at?.getAttribute('aria-label') ?? at?.textContent ?? ''} | ${row}`
    })
  const tabTo = async (wanted: RegExp, key = 'Tab') => {
    const seen: string[] = []
    for (let step = 0; step < MOST_STEPS; step++) {
      const name = await focused()
      if (wanted.test(name)) return
      seen.push(name.slice(0, 60))
      await keyboard.press(key)
    }
    throw new Error(`${wanted} is not reached by ${key}: ${seen.join(' > ')}`)
  }
  const bring = async () => {
    await page.goto(`/${screens.slug}/settings/imports`)
    await page.getByRole('radio', { name: /CSV or Excel/ }).waitFor()
    await tabTo(/^radio Plane/)
    await tabTo(/^radio CSV or Excel/, 'ArrowDown')
    await page.getByRole('radio', { name: /CSV or Excel/, checked: true }).waitFor()
    // The browser is informed first: a dialog that opens before that is nobody's.
    const choosing = page.waitForEvent('filechooser')
    await tabTo(/^button Choose a file/)
    await keyboard.press('Enter')
    const chooser = await choosing
    await chooser.setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await tabTo(/^button Continue/)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Match/, level: 2 }).waitFor()
  }
  await bring()
  const states = page.getByRole('region', { name: 'States' })
  await states.getByText('Odd state', { exact: true }).first().waitFor()
  await tabTo(/^button.*\| .*Odd state/)
  await keyboard.press('Enter')
  await page.getByRole('listbox').waitFor()
  await keyboard.type('Done')
  await page.getByRole('option', { name: 'Done' }).first().waitFor()
  await keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  const answer = states.getByRole('listitem').filter({ hasText: 'Odd state' })
  await answer.getByText('Chosen by you').waitFor()
  // The focus is where it was, so the next answer is one key away.
  expect(await focused()).toMatch(/^button.*Odd state/)

  await keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Nothing has been changed yet.').waitFor()
  await keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('heading', { name: '2 issues imported', level: 2 }).waitFor({ timeout: 60_000 })
  await tabTo(/^button Undo import…/)
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(/^button Undo import(?!…)/)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The import was undone', level: 2 }).waitFor({ timeout: 60_000 })

  // The next import of such a list begins with the answer.
  await bring()
  await answer.getByText('Chosen by you').waitFor()
  expect(await answer.getByRole('button').first().textContent()).toContain('Done')
  expect(errors).toEqual([])
})
