/** Projects that one has not joined: how far they are is seen before one joins. */
import { afterAll, beforeAll, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let founder: string

beforeAll(async () => {
  screens = await issueScreens({})
  const { admin } = screens.team
  founder = (await admin.get<{ display_name: string }>('/api/users/me/')).body.display_name
  const at = `/api/workspaces/${screens.slug}/projects`
  const make = async (name: string, identifier: string) =>
    `${at}/${(await admin.post<{ id: string }>(`${at}/`, { name, identifier })).body.id}`
  await make('Dredging 2027', 'DRE')
  const path = await make('Storm Desk', 'STO')
  const { body: states } = await admin.get<{ id: string; group: string }[]>(`${path}/states/`)
  for (const group of ['completed', 'completed', 'started', 'backlog', 'cancelled'])
    await admin.post(`${path}/issues/`, {
      name: 'Sandbags',
      state_id: states.find(state => state.group === group)?.id,
    })
})
afterAll(leaveSeats)

const line = ({ page }: Seat, name: string) =>
  page.getByRole('region', { name: 'Open to join' }).getByRole('listitem').filter({ hasText: name })
const seen = (who: Seat, name: string, words: string) =>
  line(who, name).getByText(words, { exact: true }).filter({ visible: true }).waitFor()

test('a project that is open to join shows how far it is, on a phone and as a card too', async () => {
  const phone = await screens.sit({ width: 390, height: 844, touch: true })
  for (const [who, layout] of [
    [screens.mei, ''],
    [screens.mei, '?layout=grid'],
    [phone, ''],
  ] as const) {
    await goWithin(who.page, `/${screens.slug}/projects${layout}`)
    await seen(who, 'Storm Desk', '2 of 4')
    await line(who, 'Storm Desk')
      .getByRole('img', { name: '2 completed · 1 started · 0 unstarted · 1 in the backlog' })
      .filter({ visible: true })
      .waitFor()
    await seen(who, 'Dredging 2027', 'No issues yet')
    // On a phone there is room for the lead alone.
    if (who !== phone)
      await line(who, 'Storm Desk').getByRole('img', { name: founder, exact: true }).waitFor()
    await line(who, 'Dredging 2027').getByRole('button', { name: 'Join' }).waitFor()
    await sight(who)
  }
})

test('whoever joins follows the same figures live', async () => {
  const { mei } = screens
  await goWithin(mei.page, `/${screens.slug}/projects`)
  await seen(mei, 'Storm Desk', '2 of 4')
  await line(mei, 'Storm Desk').getByRole('button', { name: 'Join' }).click()
  await mei.page
    .getByRole('region', { name: 'Joined' })
    .getByRole('listitem')
    .filter({ hasText: 'Storm Desk' })
    .getByText('2 of 4', { exact: true })
    .filter({ visible: true })
    .waitFor()
})
