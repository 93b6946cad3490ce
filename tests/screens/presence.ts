/** A board, a list and a plan while others read, edit and move what is there. */
import { type Seat, seat } from '../support/browser.ts'
import { berthBooking, everyLook, type Given } from './everyLook.ts'

const layouts = [
  ['presence-board', 'layout=kanban&group_by=state_id'],
  ['presence-list', 'layout=list&group_by=state_id'],
  ['presence-timeline', 'layout=gantt_chart&group_by='],
] as const

const middleOf = async ({ page }: Seat, title: string) => {
  const box = await page.locator('main [data-issue]', { hasText: title }).first().boundingBox()
  if (!box) throw new Error(`${title} is not in sight`)
  return { x: box.x + Math.min(60, box.width / 2), y: box.y + box.height / 2 }
}

export const presence = async (given: Given) => {
  const { origin, shoot, signIn } = given
  const arrive = async (name: string) => {
    const who = await seat(origin, { width: 1440, height: 900 })
    await signIn(who, `${name}@lanternquay.example`)
    return who
  }
  const [jonah, ines, mei, olu] = await Promise.all(['jonah', 'ines', 'mei', 'olu'].map(arrive))
  const open = async (who: Seat, at: string, title?: string) => {
    await who.page.goto(at)
    await who.page.locator('main [data-issue]').first().waitFor()
    if (title) await who.page.locator('main').getByRole('link', { name: title }).first().click()
  }
  const work = `${origin}${new URL(await berthBooking(jonah!)).pathname}/issues?state_group=started&order_by=sort_order`
  const list = `${work}&layout=list&group_by=state_id`
  await Promise.all([
    open(mei!, list, 'Tide window ignores'),
    open(olu!, list, 'Price preview'),
    open(ines!, list, 'Warn when the mast'),
    open(jonah!, list),
  ])
  await ines!.page.getByRole('textbox', { name: 'Title' }).focus()
  await jonah!.page.locator('main [data-drop-target-for-element]').first().waitFor({ state: 'attached' })
  const from = await middleOf(jonah!, 'Drag a booking')
  const { mouse } = jonah!.page
  await mouse.move(from.x, from.y)
  await mouse.down()
  await mouse.move(from.x + 8, from.y + 76, { steps: 8 })
  await everyLook(given, async (who, { suffix }) => {
    for (const [name, terms] of layouts) {
      await who.page.goto(`${work}&${terms}`)
      await who.page.locator('main [data-issue]').first().waitFor()
      await who.page.locator('[data-busy]').first().waitFor()
      await who.page.getByRole('img', { name: /^Here now: .*moving/ }).waitFor()
      await shoot(who, name, suffix)
    }
  })
  await mouse.up()
  for (const who of [jonah!, ines!, mei!, olu!]) await who.context.close()
}
