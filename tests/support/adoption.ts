/**
 * The world of a company that takes the product up: an instance nobody has touched, with a mail server and another
 * service beside it.
 */
import { mailbox } from './mailbox.ts'
import { oauth, tell } from './oauth.ts'
import { startServer } from './server.ts'
import { type Reply, type Visitor, visitor } from './visitor.ts'

export const PHRASE = 'seven lanterns over 4 quays'

/** The first steps of somebody who is through them. */
export const FINISHED = {
  profile_complete: true,
  workspace_create: true,
  workspace_invite: true,
  workspace_join: true,
}

/** The fields of an answer as they are written down for existing clients; ours may have more. */
export const bears = {
  me: 'id avatar cover_image avatar_url cover_image_url date_joined display_name email first_name last_name is_active is_bot is_email_verified user_timezone username is_password_autoset last_login_medium',
  profile:
    'id created_at updated_at user theme is_tour_completed onboarding_step use_case role is_onboarded last_workspace_id billing_address_country billing_address has_billing_address company_name',
  audit: 'id created_at updated_at deleted_at created_by updated_by',
  instance:
    'id created_at updated_at deleted_at created_by updated_by instance_name current_version latest_version edition domain last_checked_at namespace is_telemetry_enabled is_support_required is_setup_done is_signup_screen_visited is_verified is_test workspaces_exist is_activated',
  config:
    'enable_signup is_workspace_creation_disabled is_google_enabled is_github_enabled is_gitlab_enabled is_magic_login_enabled is_email_password_enabled github_app_name slack_client_id posthog_api_key posthog_host has_unsplash_configured has_openai_configured file_size_limit is_smtp_configured is_intercom_enabled intercom_app_id admin_base_url space_base_url app_base_url instance_changelog_url',
  workspace:
    'id created_at updated_at deleted_at created_by updated_by name slug owner logo logo_asset logo_url organization_size timezone',
  lite: 'id first_name last_name avatar avatar_url is_bot display_name',
  invitation:
    'id created_at updated_at deleted_at created_by updated_by workspace email accepted message responded_at role created_by_detail',
  workspaceMember: 'id member role is_active created_at',
  workspaceMemberMe:
    'id created_at updated_at deleted_at created_by updated_by workspace member role company_role view_props default_props issue_props is_active draft_issue_count',
  project:
    'id created_at updated_at deleted_at created_by updated_by name description description_text description_html network identifier emoji icon_prop module_view cycle_view issue_views_view page_view intake_view inbox_view is_time_tracking_enabled is_issue_type_enabled guest_view_all_features cover_image cover_image_asset cover_image_url archive_in close_in logo_props archived_at timezone workspace default_assignee project_lead estimate default_state is_favorite is_member total_members total_cycles total_modules sort_order member_role anchor members',
  projectCounts: 'total_issues sub_issues archived_issues archived_sub_issues draft_issues draft_sub_issues',
  projectMemberRole: 'id role member project',
  projectMember:
    'id created_at updated_at deleted_at created_by updated_by workspace project member comment role view_props default_props preferences sort_order is_active',
  account: 'id created_at updated_at user provider provider_account_id last_connected_at',
} as const

/** The fields of these that an answer lacks. */
export const lacks = (body: unknown, ...kinds: (keyof typeof bears)[]): string[] =>
  kinds.flatMap(kind => bears[kind].split(' ')).filter(name => !Object.hasOwn(body as object, name))

const at = ({ location }: Reply) => new URL(location ?? '', 'http://here')
/** The address that a form leads to, and its words. */
export const ledTo = (reply: Reply) => ({
  status: reply.status,
  path: at(reply).pathname,
  ...Object.fromEntries(at(reply).searchParams),
})

/** An attribute of a cookie that an answer sets. */
export const cookieOf = (reply: Reply, name: string) =>
  reply.headers.getSetCookie().find(line => line.startsWith(`${name}=`)) ?? ''

export const NOBODY = { status: 401, body: { detail: 'Authentication credentials were not provided.' } }
export const NOT_THERE = { status: 404, body: { error: 'The required object does not exist.' } }
export const NOT_ALLOWED = { status: 403, body: { error: "You don't have the required permissions." } }
export const refused = (error: string, status = 400) => ({ status, body: { error } })

export const newInstance = async () => {
  const box = await mailbox()
  const there = { id: 1, email: '', name: '' }
  const { provider, host } = await oauth({
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
  })
  provider.service.addRoute('GET', '/api/v3/user', (_, response) =>
    tell(response, { id: there.id, name: there.name, email: null }),
  )
  provider.service.addRoute('GET', '/api/v3/user/emails', (_, response) =>
    tell(response, [{ email: there.email, primary: true, verified: true }]),
  )
  const server = await startServer(
    {
      ...box.env,
      ENABLE_MAGIC_LINK_LOGIN: '1',
      PRIVATE_HOSTS: '127.0.0.1',
      IS_GITHUB_ENABLED: '1',
      GITHUB_HOST: host,
      GITHUB_CLIENT_ID: 'tandem',
      GITHUB_CLIENT_SECRET: 'hush',
    },
    undefined,
    { mails: true },
  )
  const anyone = () => visitor(server.origin)
  const setUp = (who: Visitor, fields: Record<string, string> = {}) =>
    who.form('/api/instances/admins/sign-up/', {
      email: 'Freya@Harbour.example',
      password: PHRASE,
      first_name: 'Freya',
      last_name: 'Holm',
      company_name: 'Harbour of Lanterns',
      is_telemetry_enabled: 'False',
      ...fields,
    })
  const signUp = (who: Visitor, email: string) => who.form('/auth/sign-up/', { email, password: PHRASE })
  /** The code that a mail brings. */
  const codeFor = async (who: Visitor, email: string) => {
    const asked = await who.post('/auth/magic-generate/', { email })
    if (asked.status !== 200) throw new Error(JSON.stringify(asked.body))
    return /[a-z]{4}-[a-z]{4}-[a-z]{4}/.exec((await box.take(email)).text)?.[0] ?? ''
  }
  /** To the other service, which lets everybody in, and back. */
  const byGithub = async (who: Visitor, person: Partial<typeof there>, query = '') => {
    Object.assign(there, person)
    const away = await who.get(`/auth/github/${query}`)
    const answer = await fetch(away.location!, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location')!)
    return { away, back: await who.get(back.pathname + back.search) }
  }
  return { server, box, provider, there, anyone, setUp, signUp, codeFor, byGithub }
}
