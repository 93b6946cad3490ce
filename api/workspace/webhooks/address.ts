/** Where a webhook sends: judged as it is given, and sealed, for the address of a chat is a secret. */
import { Refusal } from '#contract/errors.ts'
import type { WebhookFormat } from '#contract/workspace/webhooks.ts'
import { createOutgoing, type Outgoing } from '../../http/outgoing.ts'
import type { Server } from '../../http/server.ts'
import { hashOf } from '../../http/session.ts'
import type { Settings } from '../../settings.ts'

/** The one client of webhooks. Existing receivers may listen without encryption. */
export const webhookClient = ({ privateHosts }: Pick<Settings, 'privateHosts'>): Outgoing =>
  createOutgoing({ privateHosts, isPlainAllowed: true })

const refuse = (url: string | string[]): never => {
  throw new Refusal('body.invalid', { url })
}

const isLocal = (host: string) => /^(localhost|.*\.localhost|127\.0\.0\.1)$/.test(host)
const isUnder = (host: string, own: string) => host === own || host.endsWith(`.${own}`)

/** Throws the refusal of the contract unless this address may be called. `own`: the hosts of this server. */
export const judgeAddress = async (
  { settings }: Pick<Server, 'settings'>,
  text: string,
  own: readonly string[],
): Promise<void> => {
  const url = URL.parse(text)
  if (!url) return refuse(['Enter a valid URL.'])
  if (!/^https?:$/.test(url.protocol)) refuse(['Invalid schema. Only HTTP and HTTPS are allowed.'])
  if (url.username || url.password) refuse(['Enter a valid URL.'])
  if (!url.hostname) refuse('Invalid URL: No hostname found.')
  const isListed = settings.privateHosts.includes(url.host) || settings.privateHosts.includes(url.hostname)
  if (!isListed && isLocal(url.hostname)) refuse(['Local URLs are not allowed.'])
  if (!isListed && own.some(host => isUnder(url.hostname, host)))
    refuse('URL domain or its subdomain is not allowed.')
  const refused = await webhookClient(settings).judge(text)
  if (refused === 'unresolved') refuse('Hostname could not be resolved.')
  if (refused) refuse('URL resolves to a blocked IP address.')
}

/** The address as people are shown it. Whoever has that of a chat may write there. */
export const shownAddress = (text: string, format: WebhookFormat): string =>
  format === 'json' ? text : `${new URL(text).origin}/…`

export const digestOf = (text: string): string => hashOf(new URL(text).href)

/** The place that a sealed value of a webhook is bound to. */
export const placeOfSecret = (id: string, part: 'secret' | 'address') => `webhook ${id} ${part}`
