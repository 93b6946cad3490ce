import { z } from 'zod'
import { audit, datetime, entity, id, revision, route } from '../define.ts'
import { always } from '../rules.ts'

export const Instance = entity({
  name: 'instance',
  table: 'instances',
  scope: 'instance',
  place: {},
  kept: 'never',
  read: always,
  shape: {
    id,
    created_at: datetime,
    updated_at: datetime,
    instance_name: z.string(),
    current_version: z.string(),
    edition: z.string(),
    is_setup_done: z.boolean(),
    is_signup_screen_visited: z.boolean(),
    is_telemetry_enabled: z.boolean(),
    is_support_required: z.boolean(),
    is_verified: z.boolean(),
    is_test: z.boolean(),
    ...revision,
  },
})

/** The socket of those who run the instance. */
export const INSTANCE_LINE = '/api/instances/live'
/** All that it says: something of the instance or of its people has changed, and what was read before may be old. */
export type InstanceMessage = { type: 'changed' }

export const InstanceAnswer = z.object({
  config: z.object({
    enable_signup: z.boolean(),
    is_workspace_creation_disabled: z.boolean(),
    is_google_enabled: z.boolean(),
    is_github_enabled: z.boolean(),
    is_gitlab_enabled: z.boolean(),
    is_magic_login_enabled: z.boolean(),
    is_email_password_enabled: z.boolean(),
    github_app_name: z.string(),
    slack_client_id: z.null(),
    posthog_api_key: z.null(),
    posthog_host: z.null(),
    has_unsplash_configured: z.boolean(),
    has_openai_configured: z.boolean(),
    file_size_limit: z.number().int(),
    is_smtp_configured: z.boolean(),
    /** By which browsers know pushes of this instance; null where none are sent. */
    push_public_key: z.string().nullable(),
    is_intercom_enabled: z.boolean(),
    intercom_app_id: z.string(),
    admin_base_url: z.string().nullable(),
    space_base_url: z.string().nullable(),
    app_base_url: z.string().nullable(),
    instance_changelog_url: z.string(),
  }),
  instance: z.object({
    ...Instance.schema.shape,
    ...audit,
    /** 24 hexadecimal digits, for those who run the instance; null for others. */
    instance_id: z.string().nullable(),
    /** Nobody is admitted by a list of addresses. */
    whitelist_emails: z.null(),
    latest_version: z.string(),
    domain: z.string(),
    namespace: z.string().nullable(),
    last_checked_at: datetime.nullable(),
    is_activated: z.boolean(),
    workspaces_exist: z.boolean(),
  }),
})

const Release = z.object({
  id,
  title: z.string(),
  description: z.string(),
  version: z.string(),
  tags: z.array(z.string()),
  release_date: datetime,
  is_release_candidate: z.boolean(),
  created_at: datetime,
  updated_at: datetime,
})

const ReleaseNote = z.object({
  id,
  name: z.string(),
  tag_name: z.string(),
  body: z.string(),
  html_url: z.string(),
  published_at: datetime,
  created_at: datetime,
  author: z.object({ login: z.string(), avatar_url: z.string(), html_url: z.string() }),
  prerelease: z.boolean(),
  draft: z.boolean(),
})

export const instanceRoutes = {
  get: route({
    method: 'GET',
    path: '/api/instances/',
    action: 'instance.read',
    in: 'open',
    by: 'admin',
    token: true,
    answer: InstanceAnswer,
    summary: 'What this instance is and offers.',
  }),
  changelog: route({
    method: 'GET',
    path: '/api/instances/changelog/',
    action: 'instance.read',
    in: 'open',
    by: 'none',
    token: true,
    answer: z.array(Release),
    summary: 'What has changed from version to version, newest first.',
  }),
  releaseNotes: route({
    method: 'GET',
    path: '/api/release-notes/',
    action: 'user.self',
    in: 'session',
    answer: z.array(ReleaseNote),
    summary: 'The same for people who are signed in, in the shape of a code host.',
  }),
  openapi: route({
    method: 'GET',
    path: '/api/openapi.json',
    action: 'instance.openapi',
    in: 'open',
    token: true,
    answer: z.record(z.string(), z.unknown()),
    summary: 'This description, as OpenAPI 3.1.',
  }),
  openapiV1: route({
    method: 'GET',
    path: '/api/v1/openapi.json',
    action: 'instance.openapi',
    in: 'open',
    token: true,
    answer: z.record(z.string(), z.unknown()),
    summary: 'The description of `/api/v1`, in OpenAPI 3.1.',
  }),
}
