/** Lists that are read anew while their issues change. */
import { expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import type { Seat } from '../support/browser.ts'
import { day, issueScreens } from '../support/issueScreens.ts'

/** The heading above an issue, of these two. */
const groupOf = async ({ page }: Seat, name: string) => {
  const words = await page.locator('main').textContent()
  if (!words?.includes(name)) return 'none'
  return words.lastIndexOf('Done', words.indexOf(name)) >= 0 ? 'Done' : 'Backlog'
}

test('an answer from before a change does not take it back, and changes without end put none off', async () => {
  const screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {}, 'Paint the buoy': {} })
  const { freya, team, idOf } = screens
  const { page } = freya
  await screens.archive('Paint the buoy')
  // Whose issues they are is known to the database alone: each change has the list ask.
  const own = `layout=list&group_by=state_id&subscriber=${screens.adminId}`
  await screens.look(freya, own)

  // It comes back, and the list asks for its place; meanwhile another is done.
  const held = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  const lists = new RegExp(`${team.path}/issues/\\?`)
  await page.route(lists, async route => {
    const response = await route.fetch()
    read.resolve()
    await held.promise
    await route.fulfill({ response })
  })
  const archived = `${team.path}/issues/${idOf('Paint the buoy')}/archive/`
  expect((await team.admin.delete(archived)).status).toBe(204)
  await read.promise
  await screens.change('Raise the sill', { state_id: await screens.stateOf('completed') })
  await expect.poll(() => groupOf(freya, 'Raise the sill')).toBe('Done')
  held.resolve()
  await expect.poll(() => groupOf(freya, 'Paint the buoy')).toBe('Done')
  await expect.poll(() => groupOf(freya, 'Raise the sill')).toBe('Done')
  expect(await groupOf(freya, 'Mend the gate')).toBe('Backlog')
  await page.unroute(lists)

  const lamp = await screens.createBy('member', 'Light the lamp')
  await screens.look(freya, own)
  expect(await groupOf(freya, 'Light the lamp')).toBe('none')
  let isBusy = true
  const busy = (async () => {
    for (let day = 1; isBusy; day++) {
      const dates = { target_date: `2030-01-0${1 + (day % 9)}` }
      await Promise.all([team.member.patch(`${team.path}/issues/${lamp}/`, dates), page.waitForTimeout(80)])
    }
  })()
  expect((await team.admin.post(`${team.path}/issues/${lamp}/subscribe/`)).status).toBe(201)
  await expect.poll(() => groupOf(freya, 'Light the lamp')).toBe('Backlog')
  isBusy = false
  await busy
})

test('an issue that somebody else has just changed is readable on the tint of any person', async () => {
  const screens = await issueScreens({ 'Raise the sill': { target_date: day(20) } })
  const { freya } = screens
  for (const layout of ['kanban', 'list']) {
    await screens.look(freya, `layout=${layout}&group_by=state_id`)
    for (const colour of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await freya.page.evaluate(one => {
        const { style } = document.documentElement
        const wanted = getComputedStyle(document.documentElement).getPropertyValue(`--p${one}`)
        for (const other of [1, 2, 3, 4, 5, 6, 7, 8]) style.setProperty(`--p${other}`, wanted)
      }, colour)
      await screens.change('Raise the sill', { name: `Raise the sill ${layout} ${colour}` })
      await freya.page.locator('.changed-live').getByText(`${layout} ${colour}`).waitFor()
      await axe(freya)
      await freya.page.evaluate(() => document.documentElement.removeAttribute('style'))
    }
  }
})
