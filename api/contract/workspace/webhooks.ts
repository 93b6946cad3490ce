/** Addresses of other systems to which changes are sent, and the deliveries to them. */
import { z } from 'zod'
import { ids } from '../bounds.ts'
import { audit, blankable, datetime, entity, id, pageOf, revision, route } from '../define.ts'
import { ADMIN, all, any, equals, seesAll, workspaceRole } from '../rules.ts'

/** JSON for programs, or a message for a channel of a chat. */
export const webhookFormats = ['json', 'slack', 'discord', 'mattermost', 'teams'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Nouns with a switch of their own on a webhook. */
export const switchedEvents = ['project', 'issue', 'issue_comment', 'cycle', 'module'] as const
/**
 * The other nouns: a webhook lists in its `events` those that it subscribes to. Requests are also sent with issues. An import is reported
 * once, at its end: nothing is sent of the rows that it brings.
 */
export const listedEvents = [
  'attachment',
  'link',
  'page',
  'page_comment',
  'view',
  'state',
  'label',
  'member',
  'intake_issue',
  'import',
] as const
export type WebhookEvent = (typeof switchedEvents)[number] | (typeof listedEvents)[number]

/** Why a webhook was switched off: it answered nothing for three days, it is gone, or nobody answers for its rights. */
export const offReasons = ['failures', 'gone', 'owner'] as const

/** So many days of deliveries are kept. */
export const DELIVERY_DAYS = 30
/** So many of its last deliveries a webhook is judged by. */
export const RECENT = 50
export const MOST_WEBHOOKS = 50
const MAX_URL = 1024
const MAX_FILTERS = 2000

const flags = {
  project: z.boolean(),
  issue: z.boolean(),
  module: z.boolean(),
  cycle: z.boolean(),
  issue_comment: z.boolean(),
}

export const Webhook = entity({
  name: 'webhook',
  table: 'webhooks',
  scope: 'workspace',
  place: { workspace: 'workspace' },
  kept: 'snapshot',
  read: workspaceRole(ADMIN),
  shape: {
    id,
    ...audit,
    workspace: id,
    name: z.string(),
    /** Of a chat without the part that is a secret. */
    url: z.string(),
    format: z.enum(webhookFormats),
    is_active: z.boolean(),
    is_internal: z.boolean(),
    ...flags,
    events: z.array(z.enum(listedEvents)),
    /** Of these alone; empty: of all that its owner is in. */
    project_ids: z.array(id),
    /** The query string of a list of issues: what belongs to another issue is not sent. */
    filters: z.string(),
    /** The person who last changed the webhook: rows that they may not see are not sent. */
    owner: id.nullable(),
    secret_ends: z.string(),
    secret_at: datetime,
    off_reason: z.enum(offReasons).nullable(),
    off_at: datetime.nullable(),
    /** Failed tries in a row when it was switched off. */
    failures: z.number().int(),
    last_at: datetime.nullable(),
    /** Of its last deliveries: how many these are, and how many of them failed. */
    recent_count: z.number().int(),
    recent_failed: z.number().int(),
    ...revision,
  },
})
export type Webhook = z.infer<typeof Webhook.schema>

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** What belongs to a project is shown to those admins alone who see all of it. */
export const WebhookDelivery = entity({
  name: 'webhook_delivery',
  table: 'webhook_deliveries',
  scope: 'workspace',
  place: { workspace: 'workspace', project: 'project' },
  within: Webhook,
  kept: 'never',
  read: all(workspaceRole(ADMIN), any(equals('project', null), seesAll)),
  shape: {
    /** The same with each try. */
    id,
    ...audit,
    webhook: id,
    workspace: id,
    project: id.nullable(),
    event: z.string(),
    action: z.string(),
    /** The subject of the delivery, in words. */
    about: z.string(),
    row_id: id,
    is_test: z.boolean(),
    bytes: z.number().int(),
    state: z.enum(deliveryStates),
    attempts: z.number().int(),
    next_at: datetime,
    ended_at: datetime.nullable(),
    /** Of the last try: the answer’s status, or the reason why there was none, and how long it took. */
    status: z.number().int().nullable(),
    said: z.string().nullable(),
    took_ms: z.number().int().nullable(),
    ...revision,
  },
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery.schema>

/** One try: the answer’s status or the reason why there was none, and the first kilobyte of what it answered. */
export const WebhookTry = z.object({
  id,
  at: datetime,
  status: z.number().int().nullable(),
  said: z.string().nullable(),
  ms: z.number().int(),
  type: z.string(),
  answer: z.string(),
})
export type WebhookTry = z.infer<typeof WebhookTry>

const WholeDelivery = z.object({
  ...WebhookDelivery.schema.shape,
  /** The address’s headers, without the signature. */
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  tries: z.array(WebhookTry),
})

/** A try as other clients know it. */
const WebhookLog = z.object({
  id,
  created_at: datetime,
  updated_at: datetime,
  deleted_at: z.null(),
  created_by: id.nullable(),
  updated_by: id.nullable(),
  workspace: id,
  webhook: id,
  event_type: z.string(),
  request_method: z.string(),
  request_headers: z.string(),
  request_body: z.string(),
  response_status: z.string(),
  response_headers: z.string(),
  response_body: z.string(),
  retry_count: z.number().int(),
})
export type WebhookLog = z.infer<typeof WebhookLog>

const WithSecret = z.object({ ...Webhook.schema.shape, secret_key: z.string() })

const ws = '/api/workspaces/:ws' as const
const at = `${ws}/webhooks` as const
const one = { in: 'workspace', target: Webhook, param: 'webhookId' } as const
const ofOne = { in: 'workspace', target: WebhookDelivery, param: 'deliveryId' } as const
const paged = { per_page: z.string().optional(), cursor: z.string().optional() }

const told = {
  name: blankable(255),
  is_active: z.boolean(),
  ...flags,
  events: z.array(z.enum(listedEvents)).max(listedEvents.length),
  project_ids: ids,
  filters: blankable(MAX_FILTERS),
}
const url = z.string().trim().min(1).max(MAX_URL)

export const webhookRoutes = {
  list: route({
    method: 'GET',
    path: `${at}/`,
    action: 'webhook.list',
    in: 'workspace',
    answer: z.array(Webhook.schema),
    summary: 'The webhooks of the workspace, the newest first, without their secrets.',
  }),
  create: route({
    method: 'POST',
    path: `${at}/`,
    action: 'webhook.create',
    in: 'workspace',
    creates: Webhook,
    body: z.object({
      url,
      format: z.enum(webhookFormats).default('json'),
      ...z.object(told).partial().shape,
    }),
    status: 201,
    answer: WithSecret,
    summary: 'Makes a webhook; the secret that signs its deliveries is shown this once.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${at}/:webhookId/`,
    action: 'webhook.list',
    answer: Webhook.schema,
    summary: 'One webhook.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${at}/:webhookId/`,
    action: 'webhook.update',
    body: z.object({ url, ...told }).partial(),
    answer: Webhook.schema,
    summary:
      'Changes where and what a webhook sends, or switches it on and off. Its caller becomes its owner.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${at}/:webhookId/`,
    action: 'webhook.delete',
    summary: 'Deletes a webhook: nothing more is sent.',
  }),
  regenerate: route({
    ...one,
    method: 'POST',
    path: `${at}/:webhookId/regenerate/`,
    action: 'webhook.update',
    answer: WithSecret,
    summary: 'Gives a webhook a new secret, shown this once; the old one signs nothing from now on.',
  }),
  test: route({
    ...one,
    method: 'POST',
    path: `${at}/:webhookId/test/`,
    action: 'webhook.update',
    creates: WebhookDelivery,
    answer: WebhookDelivery.schema,
    status: 201,
    summary: 'Sends a test event.',
  }),
  deliveries: route({
    ...one,
    method: 'GET',
    path: `${at}/:webhookId/deliveries/`,
    action: 'webhook.list',
    query: z.object({ ...paged, only: z.enum(['failed', 'tests']).optional() }),
    answer: pageOf(z.array(WebhookDelivery.schema)),
    summary: `What was sent in the last ${DELIVERY_DAYS} days, the newest first; \`only\`: failed ones or tests.`,
  }),
  delivery: route({
    ...ofOne,
    method: 'GET',
    path: `${at}/:webhookId/deliveries/:deliveryId/`,
    action: 'webhook.list',
    answer: WholeDelivery,
    summary: 'One delivery with what was sent and each try.',
  }),
  resend: route({
    ...ofOne,
    method: 'POST',
    path: `${at}/:webhookId/deliveries/:deliveryId/resend/`,
    action: 'webhook.update',
    answer: WebhookDelivery.schema,
    summary: 'Sends a delivery again, under its id.',
  }),
  logs: route({
    ...one,
    method: 'GET',
    path: `${ws}/webhook-logs/:webhookId/`,
    action: 'webhook.list',
    query: z.object(paged),
    answer: z.union([z.array(WebhookLog), pageOf(z.array(WebhookLog))]),
    summary: 'Each try to deliver, the newest first: the last hundred, or a page of them.',
  }),
}
