/** What a webhook sends and how it fares, in words. */

import { isAmong } from '#contract/keys.ts'
import type { Webhook, WebhookDelivery, WebhookEvent, WebhookFormat } from '#contract/workspace/webhooks.ts'
import { listedEvents, RECENT, switchedEvents } from '#contract/workspace/webhooks.ts'
import { to } from '../../../places/address.ts'
import { dayText, shortDay } from '../../../ui/dates/day-words.ts'

export const formatNames: Record<WebhookFormat, string> = {
  json: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  mattermost: 'Mattermost',
  teams: 'Teams',
}

export const eventNames: Record<WebhookEvent, string> = {
  issue: 'Issues',
  issue_comment: 'Comments',
  project: 'Projects',
  cycle: 'Cycles',
  module: 'Modules',
  attachment: 'Attachments',
  link: 'Links',
  page: 'Pages',
  page_comment: 'Page comments',
  view: 'Views',
  state: 'States',
  label: 'Labels',
  member: 'Members',
  intake_issue: 'Requests',
  import: 'Imports',
}
export const allEvents: readonly WebhookEvent[] = [...new Set([...switchedEvents, ...listedEvents])].toSorted(
  (a, b) => Object.keys(eventNames).indexOf(a) - Object.keys(eventNames).indexOf(b),
)

export const eventsOf = (webhook: Webhook): WebhookEvent[] =>
  allEvents.filter(event =>
    isAmong(switchedEvents, event) ? webhook[event] : webhook.events.includes(event),
  )

/** The fields of a call that ask for these events. */
export const fieldsFor = (events: readonly WebhookEvent[]) => ({
  project: events.includes('project'),
  issue: events.includes('issue'),
  issue_comment: events.includes('issue_comment'),
  cycle: events.includes('cycle'),
  module: events.includes('module'),
  events: listedEvents.filter(event => events.includes(event)),
})

const joined = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** "Issues, comments and cycles". */
export const whatText = (webhook: Webhook): string => {
  const events = eventsOf(webhook)
  if (events.length === 0) return 'Nothing'
  if (events.length === allEvents.length) return 'Everything'
  if (events.length > 6) return `${events.length} kinds of event`
  return joined(events.map((event, at) => (at === 0 ? eventNames[event] : eventNames[event].toLowerCase())))
}

/** "Issues, comments and cycles of all projects". */
export const sendsText = (webhook: Webhook, projects: readonly string[]): string => {
  const { length } = webhook.project_ids
  const where =
    length === 0
      ? 'all projects'
      : length > 2
        ? `${length} projects`
        : joined(projects) || 'a project that is gone'
  const what = whatText(webhook)
  return `${what} ${what === 'Everything' ? 'in' : 'of'} ${where}`
}

export const onDay = (moment: string) => shortDay(dayText(new Date(moment)), true)
export const nameOf = ({ name, url }: Pick<Webhook, 'name' | 'url'>) =>
  name || (URL.canParse(url) ? new URL(url).host : url)

/** The screen on which a webhook is shown, open; without an id, where those of its format are listed. */
export const placeOfWebhook = (format: WebhookFormat, slug: string, id?: string): string => {
  if (format === 'json') return id ? to('webhook', { slug, webhookId: id }) : to('webhooks', { slug })
  return id ? to('channel', { slug, channelId: id }) : to('integrations', { slug })
}

export type Fate = { tone: 'plain' | 'good' | 'warn' | 'danger'; text: string }
/** How it fares; `short` where there is less room. */
export const fateOf = (webhook: Webhook, short = false): Fate => {
  const { is_active, off_reason, off_at, failures, recent_count, recent_failed } = webhook
  if (!is_active && off_reason && off_at) {
    const since = `Off since ${onDay(off_at)}`
    if (off_reason === 'failures')
      return { tone: 'danger', text: `${since}, after ${failures.toLocaleString('en-GB')} failures` }
    const why = off_reason === 'gone' ? 'its address is gone' : 'its owner left'
    return { tone: 'danger', text: `${since}, ${short ? why.replace(/^its (address is )?/, '') : why}` }
  }
  if (!is_active) return { tone: 'plain', text: 'Off' }
  if (recent_failed > 0) return { tone: 'warn', text: `${recent_failed} of the last ${recent_count} failed` }
  if (recent_count === 0) return { tone: 'plain', text: 'Nothing sent yet' }
  return {
    tone: 'plain',
    text: recent_count < RECENT ? 'All delivered' : `Last ${recent_count} all delivered`,
  }
}

/** Why a webhook is off, in a sentence; null where somebody switched it off, or it is on. */
export const whyOff = (webhook: Webhook): string | null => {
  const { off_reason, off_at, is_active } = webhook
  if (is_active || !off_reason || !off_at) return null
  const name = nameOf(webhook)
  const day = onDay(off_at)
  if (off_reason === 'failures')
    return `${name} was switched off on ${day}: nothing could be delivered to its address for three days.`
  if (off_reason === 'gone')
    return `${name} was switched off on ${day}: its address says that it no longer exists.`
  return `${name} was switched off on ${day}: the person who set it up is no longer an admin.`
}

/** The name of an event as its row has room for. */
export const eventText = ({ event, action }: Pick<WebhookDelivery, 'event' | 'action'>) =>
  `${event.replace('issue_comment', 'comment').replace('intake_issue', 'request')}.${action}`

export const tookText = (ms: number | null) =>
  ms === null ? '' : ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(ms < 9_950 ? 1 : 0)} s`
export const bytesText = (bytes: number) =>
  bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`

const STATUSES = new Map([
  [301, 'Moved: redirects are not followed'],
  [302, 'Moved: redirects are not followed'],
  [307, 'Moved: redirects are not followed'],
  [308, 'Moved: redirects are not followed'],
  [400, 'Bad request'],
  [401, 'Not authorised'],
  [403, 'Forbidden'],
  [404, 'Not found'],
  [405, 'Method not allowed'],
  [410, 'Gone'],
  [413, 'Too large'],
  [429, 'Too many calls'],
  [500, 'Server error'],
  [502, 'Bad gateway'],
  [503, 'Service unavailable'],
  [504, 'Gateway timeout'],
])
/** What became of the last try. */
export const outcomeText = ({ status, said }: Pick<WebhookDelivery, 'status' | 'said'>): string =>
  status === null ? (said ?? 'Not sent yet') : (STATUSES.get(status) ?? `Answered ${status}`)
