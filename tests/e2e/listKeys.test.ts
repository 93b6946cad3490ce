import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, type Seat } from '../support/browser.ts'
import { focusedText, type IssueScreens, issueScreens } from '../support/issueScreens.ts'

let screens: IssueScreens
let freya: Seat
const press = async (...keys: string[]) => {
  for (const key of keys) await freya.page.keyboard.press(key)
}
const expectFocus = (text: string) => expect.poll(() => focusedText(freya)).toBe(text)
const field = () => freya.page.getByRole('textbox', { name: 'Title of the new issue' })
const peeked = () => new URL(freya.page.url()).searchParams.get('peekId')

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {}, 'Waiting list': {}, Dredging: {}, 'Tide window': {} })
  freya = screens.freya
  await screens.fill(50)
})
afterAll(closeBrowser)

test.each(['list', 'spreadsheet', 'kanban'])(
  '%s: what is typed after + is a title, however long the group',
  async layout => {
    await screens.look(freya, `layout=${layout}&group_by=state_id`)
    await freya.page.getByRole('button', { name: 'New issue in Backlog' }).first().click()
    await field().waitFor()
    await freya.page.keyboard.type(`Paint ${layout}`)
    await expect.poll(() => field().inputValue()).toBe(`Paint ${layout}`)
    await expect.poll(async () => (await field().boundingBox())?.y ?? 9_999).toBeLessThan(880)
    await press('Enter', 'Escape')
    await expect.poll(() => screens.count(`name=Paint%20${layout}`)).toBe(1)
  },
)

test('the strip of a group stays at the top while its rows pass', async () => {
  for (const layout of ['list', 'spreadsheet']) {
    await screens.look(freya, `layout=${layout}&group_by=state_id`)
    await freya.page.locator('[data-scroller]').evaluate(node => node.scrollTo(0, 500))
    const strip = freya.page.getByRole('heading', { name: /Backlog/ })
    await expect.poll(async () => (await strip.boundingBox())?.y ?? -1).toBeGreaterThan(40)
  }
})

const state = (name: string) => async () => (await screens.stored(name)).state__group
/** The rows with the focus, one after the other, until the keys lead no further. */
const walk = async (key: string, limit: number) => {
  const seen: string[] = []
  for (let step = 0; step < limit; step++) {
    await press(key)
    seen.push(
      await freya.page.evaluate(
        () => document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset.line ?? '',
      ),
    )
  }
  return seen
}

test.each(['list', 'kanban', 'spreadsheet'])(
  '%s: the focus follows what a key has moved, and stays in its place when that is gone',
  async layout => {
    await screens.change('Gate code', { state_id: await screens.stateOf('backlog') })
    await screens.look(freya, `layout=${layout}&group_by=state_id`)
    await press('j')
    await expectFocus('Gate code')
    await press('s')
    await freya.page.getByRole('option', { name: /Done/ }).click()
    await expect.poll(state('Gate code')).toBe('completed')
    await expectFocus('Gate code')
    await press('Control+z')
    await expect.poll(state('Gate code')).toBe('backlog')
    await expectFocus('Gate code')
    await press('j')
    await expectFocus('Waiting list')
    await press('#')
    await expectFocus('Dredging')
    await press('Control+z')
    await screens.title(freya, 'Waiting list').waitFor()
  },
)

test('the focus stays in the list when an issue leaves it, and after one was open', async () => {
  await screens.look(freya, 'layout=list&group_by=&state_group=backlog')
  await press('j')
  await expectFocus('Gate code')
  await press('s')
  await freya.page.getByRole('option', { name: /Done/ }).waitFor()
  await freya.page.keyboard.type('done')
  await press('Enter')
  await expectFocus('Waiting list')
  await press('Space')
  await expect.poll(peeked).toBe(screens.idOf('Waiting list'))
  await freya.page.getByRole('button', { name: 'Next issue' }).click()
  await expect.poll(peeked).toBe(screens.idOf('Dredging'))
  await freya.page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
  await press('Escape')
  await expect.poll(peeked).toBeNull()
  await expectFocus('Dredging')
  await press('Enter')
  await freya.page.waitForURL(new RegExp(`/issues/${screens.idOf('Dredging')}`))
  await screens.change('Gate code', { state_id: await screens.stateOf('backlog') })
})

test('an issue with two labels is two lines, each with its own next and its own group', async () => {
  const labels: string[] = []
  for (const name of ['Reed', 'Quay', 'Tide']) labels.push(await screens.add('issue-labels', { name }))
  const [reed, quay, tide] = labels
  for (const name of ['Gate code', 'Waiting list']) await screens.change(name, { label_ids: [reed, quay] })
  await screens.change('Dredging', { label_ids: [tide] })
  await screens.look(freya, 'layout=list&group_by=labels__id')
  const lines = await walk('j', 5)
  expect(lines.map(line => line.split('/')[0])).toEqual([reed, reed, quay, quay, tide])
  await press('k', 'k')
  await expectFocus('Gate code')
  await press('Alt+ArrowRight')
  await expect
    .poll(async () => ((await screens.stored('Gate code')).label_ids as string[]).toSorted())
    .toEqual([reed, tide].toSorted())
  await expectFocus('Gate code')
  expect(await walk('k', 1)).toEqual([`${tide}/${screens.idOf('Dredging')}`])
  for (const name of ['Gate code', 'Waiting list', 'Dredging']) await screens.change(name, { label_ids: [] })
})

test('nested rows, lanes and the timeline are walked as they are drawn', async () => {
  await screens.change('Tide window', { parent_id: screens.idOf('Waiting list') })
  await screens.look(freya, 'layout=list&group_by=&sub_issue=false')
  await screens.title(freya, 'Waiting list').focus()
  await press('ArrowRight')
  await screens.title(freya, 'Tide window').waitFor()
  await press('j')
  await expectFocus('Tide window')
  expect((await walk('j', 1))[0]).not.toContain(screens.idOf('Waiting list'))
  await press('k', 'k')
  await expectFocus('Waiting list')

  await screens.change('Dredging', { target_date: '2027-03-24' })
  await screens.look(freya, 'layout=gantt_chart&group_by=')
  expect(new Set(await walk('j', 4)).size).toBe(4)
  await screens.change('Dredging', { target_date: null })

  await screens.change('Gate code', { priority: 'urgent' })
  await screens.look(freya, 'layout=kanban&group_by=state_id&sub_group_by=priority')
  await freya.page.getByRole('button', { name: /^Urgent/ }).click()
  await expect.poll(() => screens.title(freya, 'Gate code').count()).toBe(0)
  expect(new Set(await walk('j', 4)).size).toBe(4)
  await freya.page.getByRole('button', { name: /^Urgent/ }).click()
})
