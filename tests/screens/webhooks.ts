/**
 * Webhooks: none, a list of all fates, one with its deliveries, one of these, the form; and the channels of chats, none, many, one that
 * is being connected. In all four themes and on a phone.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Seat, seat } from '../support/browser.ts'
import { fourThemes, type Given, wantedOf } from './everyLook.ts'

const looks = [
  ...fourThemes,
  { suffix: '-768', width: 768, height: 1024, theme: 'light' as const },
  { suffix: '-390', width: 390, height: 844, theme: 'light' as const },
]
const W = '/api/workspaces/lantern-quay'
const AT = '/lantern-quay/settings/webhooks'
const CHATS = '/lantern-quay/settings/integrations'

type Row = { id: string; state: string; name: string }

/** A receiver that takes some, and none at one of its addresses. */
const receiver = async () => {
  let count = 0
  const server = createServer((request, response) => {
    const isBusy = request.url === '/board' && ++count % 4 === 2
    response.writeHead(request.url?.startsWith('/dues') ? 410 : isBusy ? 503 : 200, {
      'content-type': 'text/plain',
    })
    response.end(isBusy ? 'Busy until the tide turns.' : 'ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

const calling = ({ page }: Seat, origin: string) => {
  const send = async <T>(path: string, data?: object): Promise<T> => {
    const method = data ? 'POST' : 'GET'
    const answer = await page.request.fetch(origin + path, {
      method,
      headers: { origin },
      ...(data && { data }),
    })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return send
}

/** Webhooks of each fate; where nobody may call this machine, of addresses that nobody calls. */
const fill = async (who: Seat, origin: string, port: number) => {
  const send = calling(who, origin)
  const webhook = (path: string, fields: object) =>
    send<Row>(`${W}/webhooks/`, { url: `http://127.0.0.1:${port}${path}`, ...fields }).catch(() =>
      send<Row>(`${W}/webhooks/`, { url: `https://93.184.216.34${path}`, ...fields }),
    )
  const [project] = (await send<Row[]>(`${W}/projects/`)).filter(({ name }) => name === 'Berth Booking')
  const all = { issue: true, issue_comment: true, cycle: true }
  await webhook('/events', { name: 'Gate controller', project: true, issue: true })
  const dues = await webhook('/dues', { name: 'Dues ledger', cycle: true })
  const board = await webhook('/board', { name: 'Radio board', ...all })
  const of = { issue: true, project_ids: [project!.id] }
  const channels = await Promise.all([
    webhook('/slack', { name: '#berths', format: 'slack', ...of, filters: 'priority=urgent' }),
    webhook('/desk', { name: '#harbour-desk', format: 'slack', events: ['intake_issue'] }),
    webhook('/hooks/square', { name: 'town-square', format: 'mattermost', cycle: true, ...of }),
    webhook('/dues?town', { name: 'dock-master', format: 'mattermost', ...of }),
  ])
  for (const channel of [channels[0], channels[3]]) await send(`${W}/webhooks/${channel?.id}/test/`, {})
  await send(`${W}/webhooks/${dues.id}/test/`, {})
  const at = `${W}/projects/${project!.id}/issues/`
  for (const name of [
    'Tide window ignores the clock change',
    'Refund the deposit when a storm closes the lock',
  ]) {
    const issue = await send<Row>(at, { name })
    await send(`${at}${issue.id}/comments/`, {
      comment_html: '<p>The two harbours with a lock are safe.</p>',
    })
  }
  await send(`${W}/webhooks/${board.id}/test/`, {})
  await who.page.waitForTimeout(4_000)
  return board.id
}

export const webhooks = async (given: Given) => {
  const { origin, shoot, signIn } = given
  const { server, port } = await receiver()
  let board: string | null = null
  for (const { suffix, ...look } of wantedOf(given, looks)) {
    const who = await seat(origin, look)
    const { page } = who
    await signIn(who, 'freya@lanternquay.example')
    if (board === null) {
      await page.goto(AT)
      await page.getByText('No webhooks yet').waitFor()
      await shoot(who, 'webhooks-none', suffix)
      await page.goto(CHATS)
      await page.getByRole('button', { name: 'Connect Slack' }).waitFor()
      await shoot(who, 'integrations-none', suffix)
      board = await fill(who, origin, port)
    }
    await page.goto(AT)
    await page.getByText('Radio board').first().waitFor()
    await shoot(who, 'webhooks', suffix)
    await page.goto(`${AT}/${board}`)
    const rows = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    await rows.first().waitFor()
    const failed = rows.filter({ hasText: '503' })
    await ((await failed.count()) > 0 ? failed : rows).getByRole('button').first().click()
    await page.locator('pre').waitFor()
    await shoot(who, 'webhook', suffix)
    await page.goto(AT)
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByRole('radio', { name: 'Chosen' }).click()
    await shoot(who, 'webhook-new', suffix)
    await page.goto(CHATS)
    await page.getByText('#berths').first().waitFor()
    await shoot(who, 'integrations', suffix)
    await page.getByRole('button', { name: 'Connect Discord' }).click()
    await page.keyboard.type('https://discord.com/api/webhooks/11/lock-and-quay')
    await shoot(who, 'integrations-new', suffix)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'dock-master', exact: true }).click()
    await page.getByRole('list', { name: 'Deliveries' }).waitFor()
    await shoot(who, 'integrations-open', suffix)
    await who.context.close()
  }
  server.close()
}
