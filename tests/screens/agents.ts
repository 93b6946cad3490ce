/** Agents among the members, and one that works on an issue and asks. */
import type { Seat } from '../support/browser.ts'
import { visitor } from '../support/visitor.ts'
import { allLooks, berthBooking, everyLook, type Given } from './everyLook.ts'

const WS = '/api/workspaces/lantern-quay'
type Row = { id: string }

const calls = ({ page }: Seat, origin: string) => {
  const send = async <T>(method: string, path: string, data?: object): Promise<T> => {
    const answer = await page.request.fetch(origin + path, {
      method,
      headers: { origin },
      ...(data ? { data } : {}),
    })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return (answer.status() === 204 ? undefined : await answer.json()) as T
  }
  return send
}

/** Two agents, and an issue that one of them has begun; the address of the issue. */
const work = async (who: Seat, origin: string): Promise<string> => {
  const send = calls(who, origin)
  const projects = await send<(Row & { identifier: string })[]>('GET', `${WS}/projects/`)
  const people = await send<{ member: Row & { first_name: string } }[]>('GET', `${WS}/members/`)
  const person = (name: string) => people.find(({ member }) => member.first_name === name)!.member.id
  const berth = projects.find(one => one.identifier === 'BER')!
  const add = (name: string, description: string, owner: string, ids: string[]) =>
    send<Row & { secret: string }>('POST', `${WS}/agents/`, { name, description, owner, projects: ids })
  await add('Bosun', 'sorts what comes in by the form', person('Olu'), [berth.id])
  const mine = projects.map(one => one.id).slice(0, 2)
  const pilot = await add('Pilot', 'writes code, opens pull requests', person('Mei'), [
    ...new Set([berth.id, ...mine]),
  ])
  const { results } = await send<{ results: Row[] }>(
    'GET',
    `${WS}/projects/${berth.id}/issues/?order_by=created_at&state_group=started&per_page=1`,
  )
  const issue = results[0]!.id
  await send('PATCH', `${WS}/projects/${berth.id}/issues/${issue}/`, { delegate_id: pilot.id })
  const program = visitor(origin, pilot.secret)
  const at = `${WS}/projects/${berth.id}/issues/${issue}/agent-sessions/`
  const { id } = (await program.post<Row>(at)).body
  const step = (text: string, seconds: number, detail = '') =>
    program.post(`${at}${id}/steps/`, { text, seconds, detail })
  await step('Read the issue, 8 comments and the page How prices are made', 40)
  await step('Found where a price is made, in 3 files', 60, 'pricing/dues.ts\npricing/season.ts')
  await step('Changed 4 files and wrote 9 tests', 540, 'pricing/preview.ts  +86 −4\npricing/dues.ts  +12 −12')
  await step('Ran the tests: 214 pass', 120)
  await program.patch(`${at}${id}/`, {
    state: 'waiting',
    question:
      'A stay may cross the end of the season. Should the preview show one sum, or a line for each season?',
    choices: ['One sum', 'A line for each season'],
  })
  return `/lantern-quay/browse/${issue}`
}

export const agents = async (given: Given) => {
  const { origin, shoot } = given
  let issue: string | null = null
  await everyLook(
    given,
    async (who, { suffix, width }) => {
      const { page } = who
      issue ??= await work(who, origin)
      await page.goto('/lantern-quay/settings/members')
      const list = page.getByRole('region', { name: 'Agents' })
      await list.getByRole('button', { name: /Pilot/ }).click()
      await list.getByText('Ends in').waitFor()
      await list.scrollIntoViewIfNeeded()
      await list.evaluate(part => part.scrollIntoView({ block: 'start' }))
      await shoot(who, 'agent-member', suffix)
      await page.getByRole('button', { name: 'Add agent' }).click()
      await page.getByRole('dialog').getByLabel('Name').waitFor()
      await shoot(who, 'agent-new', suffix)
      await page.keyboard.press('Escape')
      await page.goto(issue)
      const session = page.getByRole('article', { name: 'Work by Pilot' })
      await session.getByText('Waiting for an answer').waitFor()
      await session.getByRole('button', { name: /Changed 4 files/ }).click()
      await shoot(who, 'agent-issue', suffix)
      await session.evaluate(part => part.scrollIntoView({ block: 'center' }))
      await shoot(who, 'agent-session', suffix)
      if (width < 1000) return
      await page.goto(`${await berthBooking(who)}/issues?layout=list&group_by=state_id&state_group=started`)
      await page.locator('[data-agent]').first().waitFor()
      await shoot(who, 'agent-list', suffix)
    },
    undefined,
    allLooks,
  )
}
