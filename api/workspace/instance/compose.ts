import type { Knex } from 'knex'
import type { z } from 'zod'
import type { RowOf } from '#contract/define.ts'
import { type Configuration, mailIsOn, pushIsOn } from '#contract/workspace/configuration.ts'
import { Instance, type InstanceAnswer } from '#contract/workspace/instance.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import type { Settings } from '../../settings.ts'

type Answer = z.infer<typeof InstanceAnswer>

/** The offers of the instance, as its configuration has them. */
export const composeConfig = (
  configuration: Configuration,
  settings: Settings,
  pushKey: string,
): Answer['config'] => ({
  enable_signup: configuration.ENABLE_SIGNUP === '1',
  is_workspace_creation_disabled: configuration.DISABLE_WORKSPACE_CREATION === '1',
  is_google_enabled: configuration.IS_GOOGLE_ENABLED === '1',
  is_github_enabled: configuration.IS_GITHUB_ENABLED === '1',
  is_gitlab_enabled: configuration.IS_GITLAB_ENABLED === '1',
  is_magic_login_enabled: configuration.ENABLE_MAGIC_LINK_LOGIN === '1',
  is_email_password_enabled: configuration.ENABLE_EMAIL_PASSWORD === '1',
  github_app_name: '',
  slack_client_id: null,
  posthog_api_key: null,
  posthog_host: null,
  has_unsplash_configured: configuration.UNSPLASH_ACCESS_KEY !== '',
  has_openai_configured: configuration.OPENAI_API_KEY !== '',
  file_size_limit: settings.fileSizeLimit,
  is_smtp_configured: mailIsOn(configuration),
  push_public_key: pushIsOn(configuration) ? pushKey : null,
  is_intercom_enabled: configuration.IS_INTERCOM_ENABLED === '1',
  intercom_app_id: configuration.INTERCOM_APP_ID,
  admin_base_url: settings.appBaseUrl ? `${settings.appBaseUrl}/god-mode` : null,
  space_base_url: settings.appBaseUrl ? `${settings.appBaseUrl}/spaces` : null,
  app_base_url: settings.appBaseUrl,
  instance_changelog_url: '',
})

export const composeInstance = async (
  trx: Knex,
  settings: Settings,
  viewer: ServerViewer,
): Promise<Answer['instance']> => {
  const instance = await trx('instances').first<RowOf<typeof Instance>>(Instance.columns)
  const workspace = await trx('workspaces').whereNull('deleted_at').first('id')
  return {
    ...instance,
    deleted_at: null,
    created_by: null,
    updated_by: null,
    instance_id: viewer.isInstanceAdmin ? instance.id.replaceAll('-', '').slice(-24) : null,
    whitelist_emails: null,
    // Nobody is asked for a newer version: the one running is the latest known.
    latest_version: instance.current_version,
    last_checked_at: null,
    domain: settings.appBaseUrl ? new URL(settings.appBaseUrl).host : '',
    namespace: null,
    is_activated: true,
    workspaces_exist: workspace !== undefined,
  }
}
