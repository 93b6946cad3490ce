/** The intake: triage, a reply, snoozed and decided requests, nobody waiting; the form that visitors fill in. */
import type { Page } from 'playwright-core'
import { seat } from '../support/browser.ts'
import { fourThemes, type Given, wantedOf } from './everyLook.ts'

type Named = { id: string; name: string }

const looks = [...fourThemes, { suffix: '-390', width: 390, height: 844, theme: 'light' as const }]
const REQUESTS = [
  ['Berths for trimarans are shown as free although too narrow', 'Annika Lind', ''],
  ['Can I pay the dues for two boats in one go?', 'Tom Bakker', 'Both lie at the same quay.'],
  [
    'The tide window arrived twice, with two different hours',
    'Petra Vonk',
    'We came in on Saturday. The first mail said 9:40, the second, five minutes later, 11:10.\n\nIf a window changes, please say so in the mail.',
  ],
] as const

const asker =
  (page: Page) =>
  <T>(method: string, path: string, body?: object): Promise<T> =>
    page.evaluate(
      async ([how, at, given]) => {
        const answer = await fetch(at, {
          method: how,
          headers: { 'Content-Type': 'application/json' },
          ...(given ? { body: given } : {}),
        })
        return answer.status === 204 ? null : answer.json()
      },
      [method, path, body ? JSON.stringify(body) : ''] as const,
    )

const fill = async (page: Page) => {
  const ask = asker(page)
  const at = '/api/workspaces/lantern-quay/projects/'
  const projects = await ask<Named[]>('GET', at)
  const [full, empty] = ['Berth Booking', 'Skipper App'].map(
    name => projects.find(one => one.name === name) ?? projects.at(-1)!,
  )
  for (const { id } of [full!, empty!]) await ask('PATCH', `${at}${id}/`, { inbox_view: true })
  const p = `${at}${full!.id}/`
  const { anchor } = await ask<{ anchor: string }>('PATCH', `${p}intake-settings/`, { is_form_enabled: true })
  const sent: string[] = []
  for (const [name, username, description] of REQUESTS) {
    const form = {
      name,
      username,
      description,
      email: `${username.split(' ')[0]!.toLowerCase()}@example.org`,
    }
    sent.push((await ask<Named>('POST', `/api/public/anchor/${anchor}/intake/`, form)).id)
  }
  const issue = { name: 'Radio call sign is missing from the morning list', priority: 'high' }
  const own = await ask<Named>('POST', `${p}inbox-issues/`, { issue })
  const gone = await ask<Named>('POST', `${p}inbox-issues/`, { issue: { name: 'A bell for each pier' } })
  await ask('PATCH', `${p}inbox-issues/${gone.id}/`, { status: -1 })
  const week = new Date(Date.now() + 6 * 86_400_000).toISOString()
  await ask('PATCH', `${p}inbox-issues/${own.id}/`, { status: 0, snoozed_till: week })
  return { full: full!.id, empty: empty!.id, anchor, open: sent.at(-1)! }
}

export const intake = async (given: Given) => {
  const { origin, shoot, signIn } = given
  const first = await seat(origin)
  await signIn(first, 'freya@lanternquay.example')
  await first.page.goto(`${origin}/lantern-quay/projects`)
  const { full, empty, anchor, open } = await fill(first.page)
  await first.context.close()
  for (const { suffix, ...look } of wantedOf(given, looks)) {
    const who = await seat(origin, look)
    await signIn(who, 'freya@lanternquay.example')
    const { page } = who
    const at = (id: string, rest = '') => `${origin}/lantern-quay/projects/${id}/${rest}`
    await page.goto(at(full, 'intake'))
    await page.locator('[data-row]').first().waitFor()
    await shoot(who, 'intake-list', suffix)
    await page.goto(at(full, `intake?inboxIssueId=${open}`))
    await page.getByRole('region', { name: 'Activity' }).waitFor()
    await page.getByText('Likely duplicates').waitFor()
    await shoot(who, 'intake', suffix)
    await page.getByRole('button', { name: /^Decline/ }).click()
    await page
      .getByRole('textbox', { name: 'Reply' })
      .fill('Thank you, Petra. The second hour is the right one.')
    await shoot(who, 'intake-reply', suffix)
    await page.getByRole('button', { name: 'Close' }).click()
    await page
      .getByRole('toolbar', { name: 'Decide' })
      .getByRole('button', { name: /^Snooze/ })
      .click()
    await page.getByRole('option', { name: /^Tomorrow/ }).waitFor()
    await shoot(who, 'intake-snooze', suffix)
    await page.goto(at(full, 'intake?currentTab=closed'))
    await page.locator('[data-row]').first().waitFor()
    await shoot(who, 'intake-closed', suffix)
    await page.goto(at(empty, 'intake'))
    await page.getByRole('heading', { name: 'Nobody is waiting' }).waitFor()
    await shoot(who, 'intake-empty', suffix)
    await page.goto(at(full, 'settings/features'))
    await page.getByRole('list', { name: 'Ways into the intake' }).waitFor()
    await shoot(who, 'intake-settings', suffix)
    await page.goto(`${origin}/spaces/intake/${anchor}`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Shore power at berth 17 trips every evening')
    await page
      .getByRole('textbox', { name: 'Details' })
      .fill('Since Thursday the breaker goes at about seven.')
    await page.getByRole('textbox', { name: 'Your name' }).fill('Henk de Wit')
    await page.getByRole('textbox', { name: 'E-mail' }).fill('henk.dewit@example')
    await shoot(who, 'intake-form', suffix)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Enter a valid email address.').waitFor()
    await shoot(who, 'intake-form-refused', suffix)
    await page.getByRole('textbox', { name: 'E-mail' }).fill('henk.dewit@example.org')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you, Henk de Wit' }).waitFor()
    await shoot(who, 'intake-form-sent', suffix)
    await who.context.close()
  }
}
