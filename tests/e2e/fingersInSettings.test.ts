/** Rows of settings on a phone: a finger moves them by their grip, and whoever has keys moves them by the arrows. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let phone: Seat

beforeAll(async () => {
  screens = await issueScreens({})
  phone = await screens.sit({ width: 390, height: 844, touch: true }, screens.team.admin)
})
afterAll(leaveSeats)

const open = async (section: string) => {
  await goWithin(phone.page, `/${screens.slug}/projects/${screens.projectId}/settings/${section}`)
}
const line = (kind: string, name: string) => phone.page.locator(`[data-${kind}]`).filter({ hasText: name })
const grip = (name: string) => phone.page.getByRole('button', { name: `Move ${name}`, exact: true })

/** Takes a row by its grip and leads it to a part of another row's height; `meanwhile` is looked at before it is let go. */
const pull = async (name: string, to: Locator, part: number, meanwhile?: () => Promise<void>) => {
  const from = (await grip(name).boundingBox())!
  const over = (await to.boundingBox())!
  const x = from.x + from.width / 2
  const begin = from.y + from.height / 2
  const end = over.y + over.height * part
  const finger = await phone.page.context().newCDPSession(phone.page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y = 0) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await touch('touchStart', begin)
  for (let step = 1; step <= 6; step++) await touch('touchMove', begin + ((end - begin) * step) / 6)
  await meanwhile?.()
  await touch('touchEnd')
  await finger.detach()
}

const states = async () => {
  const { body } = await screens.team.admin.get<{ name: string; group: string; sequence: number }[]>(
    `${screens.team.path}/states/`,
  )
  return body
    .filter(state => state.group === 'started')
    .sort((a, b) => a.sequence - b.sequence)
    .map(state => state.name)
}

test('a finger moves a state by its grip, the arrows move it back, and a group keeps its last one', async () => {
  for (const name of ['On site', 'In review'])
    await screens.team.admin.post(`${screens.team.path}/states/`, {
      name,
      group: 'started',
      color: '#3b82d6',
    })
  await open('states')
  await line('state', 'In review').waitFor()
  expect(await states()).toEqual(['In Progress', 'On site', 'In review'])
  await pull('On site', line('state', 'In review'), 0.8, () => sight(phone))
  await expect.poll(states).toEqual(['In Progress', 'In review', 'On site'])
  await grip('On site').focus()
  await phone.page.keyboard.press('ArrowUp')
  await expect.poll(states).toEqual(['In Progress', 'On site', 'In review'])
  await pull('Todo', line('state', 'In review'), 0.8)
  await pull('In Progress', line('state', 'In review'), 0.8)
  await expect.poll(states).toEqual(['On site', 'In review', 'In Progress'])
  await sight(phone)
  expect(phone.errors).toEqual([])
})

test('a state that a key takes into another group keeps the focus, and goes on by the same key', async () => {
  await open('states')
  const group = async () => {
    const { body } = await screens.team.admin.get<{ name: string; group: string; sequence: number }[]>(
      `${screens.team.path}/states/`,
    )
    return body
      .filter(state => state.group === 'unstarted')
      .sort((a, b) => a.sequence - b.sequence)
      .map(state => state.name)
  }
  const [first = ''] = await states()
  await grip(first).focus()
  const focused = () => phone.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await phone.page.keyboard.press('ArrowUp')
  await expect.poll(group).toEqual(['Todo', first])
  await expect.poll(focused).toBe(`Move ${first}`)
  await phone.page.keyboard.press('ArrowUp')
  await expect.poll(group).toEqual([first, 'Todo'])
  await expect.poll(focused).toBe(`Move ${first}`)
})

test('a finger puts a label inside another', async () => {
  for (const name of ['Tides', 'Berths']) await screens.add('issue-labels', { name, color: '#3b82d6' })
  await open('labels')
  await line('label', 'Berths').waitFor()
  const parents = async () => {
    const { body } = await screens.team.admin.get<{ name: string; parent: string | null; id: string }[]>(
      `${screens.team.path}/issue-labels/`,
    )
    return body.flatMap(
      ({ name, parent }) => body.find(one => one.id === parent)?.name.concat(' ', name) ?? [],
    )
  }
  await pull('Berths', line('label', 'Tides'), 0.5, () =>
    phone.page.getByText('Put Berths inside Tides').waitFor(),
  )
  await expect.poll(parents).toEqual(['Tides Berths'])
  expect(phone.errors).toEqual([])
})
