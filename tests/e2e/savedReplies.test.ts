/** A saved reply that was edited comes back by Undo, as a whole and only where nobody has changed it since. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SavedReply } from '../../api/contract/work/savedReplies.ts'
import { leaveSeats } from '../support/browser.ts'
import { heldLine } from '../support/held.ts'
import { intakeScreens } from '../support/intakeScreens.ts'

let screens: Awaited<ReturnType<typeof intakeScreens>>
beforeAll(async () => {
  screens = await intakeScreens()
})
afterAll(leaveSeats)

const begun = async () => {
  const { team, other, sit } = screens
  const at = `${team.path}/saved-replies/`
  // One left by the test before.
  for (const { id } of (await team.admin.get<SavedReply[]>(at)).body) await team.admin.delete(`${at}${id}/`)
  const { body } = await team.admin.post<SavedReply>(at, { name: 'In spring', text: 'We mend it in spring.' })
  const freya = await sit(team.admin)
  const { page } = freya
  const line = await heldLine(freya, /\/live$/)
  await page.goto(`/${team.workspace.slug}/projects/${team.project.id}/settings/features`)
  const replies = page.getByRole('region', { name: 'Saved replies' })
  const named = (name: string) => replies.getByRole('button', { name, exact: true })
  return {
    freya,
    line,
    named,
    shows: (name: string, text: string) =>
      replies
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name, exact: true }) })
        .getByText(text, { exact: true })
        .waitFor(),
    edit: async (from: string, name: string, text: string) => {
      await named(from).click()
      const form = page.getByRole('dialog', { name: 'Edit reply' })
      await form.getByRole('textbox', { name: 'Name' }).fill(name)
      await form.getByRole('textbox', { name: 'Reply' }).fill(text)
      await page.keyboard.press('Control+Enter')
      await form.waitFor({ state: 'detached' })
    },
    stored: async () => {
      const [kept] = (await team.admin.get<SavedReply[]>(at)).body
      return kept && { name: kept.name, text: kept.text }
    },
    byOther: (words: object) => other.patch(`${at}${body.id}/`, words),
  }
}

test('an edited reply comes back by Undo with its name and its words, goes again, and comes back by its key', async () => {
  const { freya, shows, edit, stored } = await begun()
  const { page } = freya
  await edit('In spring', 'In autumn', 'We mend it in autumn.')
  await page.getByText('In autumn changed').waitFor()
  await shows('In autumn', 'We mend it in autumn.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await shows('In spring', 'We mend it in spring.')
  await expect.poll(stored).toEqual({ name: 'In spring', text: 'We mend it in spring.' })
  await page.keyboard.press('Control+Shift+z')
  await shows('In autumn', 'We mend it in autumn.')
  await expect.poll(stored).toEqual({ name: 'In autumn', text: 'We mend it in autumn.' })
  await page.keyboard.press('Control+z')
  await shows('In spring', 'We mend it in spring.')
  await expect.poll(stored).toEqual({ name: 'In spring', text: 'We mend it in spring.' })
  expect(freya.errors).toEqual([])
})

test('it comes back before the news of its own edit is here', async () => {
  const { freya, line, shows, edit, stored } = await begun()
  const { page } = freya
  line.holdBack()
  await edit('In spring', 'In autumn', 'We mend it in autumn.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(stored).toEqual({ name: 'In spring', text: 'We mend it in spring.' })
  await shows('In spring', 'We mend it in spring.')
  line.letGo()
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(stored).toEqual({ name: 'In autumn', text: 'We mend it in autumn.' })
  expect(freya.errors).toEqual([])
})

test('what another has changed since stays theirs', async () => {
  const { freya, shows, edit, stored, byOther } = await begun()
  const { page } = freya
  await edit('In spring', 'In autumn', 'We mend it in autumn.')
  await byOther({ text: 'We mend it in autumn, or sooner.' })
  await shows('In autumn', 'We mend it in autumn, or sooner.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await shows('In spring', 'We mend it in autumn, or sooner.')
  await expect.poll(stored).toEqual({ name: 'In spring', text: 'We mend it in autumn, or sooner.' })
  await page.getByText(/someone else has changed/).waitFor()
})
