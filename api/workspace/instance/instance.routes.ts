import type { RowOf } from '#contract/define.ts'
import { Instance, instanceRoutes } from '#contract/workspace/instance.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { openapi } from './openapi.ts'

export const mountInstance = (server: Server) => {
  const { db, settings } = server
  let description: Record<string, unknown> | null = null
  mount(server, instanceRoutes, {
    get: async () => {
      const instance = (await db('instances').first(Instance.columns)) as RowOf<typeof Instance>
      const workspace = await db('workspaces').whereNull('deleted_at').first('id')
      return {
        config: {
          enable_signup: true,
          is_workspace_creation_disabled: false,
          is_google_enabled: false,
          is_github_enabled: false,
          is_gitlab_enabled: false,
          is_magic_login_enabled: false,
          is_email_password_enabled: true,
          github_app_name: '',
          slack_client_id: null,
          posthog_api_key: null,
          posthog_host: null,
          has_unsplash_configured: false,
          has_openai_configured: false,
          file_size_limit: settings.fileSizeLimit,
          is_smtp_configured: false,
          is_intercom_enabled: false,
          intercom_app_id: '',
          admin_base_url: settings.appBaseUrl ? `${settings.appBaseUrl}/god-mode` : null,
          space_base_url: settings.appBaseUrl ? `${settings.appBaseUrl}/spaces` : null,
          app_base_url: settings.appBaseUrl,
          instance_changelog_url: '',
        },
        instance: {
          ...instance,
          deleted_at: null,
          created_by: null,
          updated_by: null,
          // Nobody is asked for a newer one: what runs here is the latest that is known.
          latest_version: instance.current_version,
          last_checked_at: null,
          domain: settings.appBaseUrl ? new URL(settings.appBaseUrl).host : '',
          namespace: null,
          is_activated: true,
          workspaces_exist: workspace !== undefined,
        },
      }
    },
    // Nobody is asked for news, and none come with the program.
    changelog: async () => [],
    releaseNotes: async () => [],
    openapi: async () => {
      description ??= openapi()
      return description
    },
  })
}
