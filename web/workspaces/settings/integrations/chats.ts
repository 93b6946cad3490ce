/** The chats whose channels can be notified of changes: their words, and what an address says of itself. */
import type { WebhookFormat } from '#contract/workspace/webhooks.ts'

export type Chat = Exclude<WebhookFormat, 'json'>

export const SECRET_ADDRESS = 'Whoever has it may write there, so it is not shown again.'

/** Where the address of a channel is found, while none is connected. */
export const ways: Record<Chat, string> = {
  slack: 'by an incoming webhook of a channel',
  discord: 'by the webhook address of a channel',
  mattermost: 'by an incoming webhook on your own server',
  teams: 'by a workflow that begins with a webhook request',
}

/** How the service itself writes its addresses; those of Mattermost are on people's own servers. */
const known: Record<Chat, { host: RegExp; path: RegExp }> = {
  slack: { host: /^hooks\.slack(-gov)?\.com$/, path: /^\/services\/./ },
  discord: { host: /^((ptb|canary)\.)?discord(app)?\.com$/, path: /^\/api\/webhooks\/./ },
  mattermost: { host: /./, path: /^(\/[^/]+)?\/hooks\/./ },
  teams: { host: /\.(logic\.azure|environment\.api\.powerplatform)\.com$/, path: /./ },
}
const isOf = (chat: Chat, { hostname, pathname }: URL) =>
  known[chat].host.test(hostname) && known[chat].path.test(pathname)

/** The service whose address this is; null where it may be anyone's. */
const serviceOf = (url: URL): Chat | null =>
  (['slack', 'discord', 'teams'] as const).find(chat => isOf(chat, url)) ?? null

const RETIRED = /(^|\.)webhook\.office(365)?\.com$/

export type AddressWords = { tone: 'plain' | 'good' | 'warn'; text: string }

/** What can be said of an address while somebody types it; the server looks it up when it is sent. */
export const wordsOfAddress = (chat: Chat, names: Record<Chat, string>, typed: string): AddressWords => {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : null
  if (!url || !/^https?:$/.test(url.protocol)) return { tone: 'plain', text: SECRET_ADDRESS }
  const service = serviceOf(url)
  if (service && service !== chat) return { tone: 'warn', text: `This is an address of ${names[service]}.` }
  if (chat === 'teams' && RETIRED.test(url.hostname))
    return { tone: 'warn', text: 'Connectors like this one take nothing any more: make a workflow.' }
  if (isOf(chat, url)) return { tone: 'good', text: `A webhook of ${names[chat]} at ${url.host}` }
  return { tone: 'plain', text: `It does not look like ${names[chat]}; it is tried all the same.` }
}
