/** The ways into a project's intake, and the public form for anybody with its address. */
import { z } from 'zod'
import { ProjectLite, WorkspaceLite } from '../belongs.ts'
import { id, route, text } from '../define.ts'

export const IntakeSettings = z.object({
  id,
  /** Null before the form was on for the first time. */
  anchor: z.string().nullable(),
  is_in_app_enabled: z.boolean(),
  is_form_enabled: z.boolean(),
})

const p = '/api/workspaces/:ws/projects/:p' as const

export const intakeSettingsRoutes = {
  settings: route({
    method: 'GET',
    path: `${p}/intake-settings/`,
    action: 'intake.settings',
    in: 'project',
    answer: IntakeSettings,
    summary: 'How requests may be sent to the project.',
  }),
  setWays: route({
    method: 'PATCH',
    path: `${p}/intake-settings/`,
    action: 'intake.set',
    in: 'project',
    body: z.object({ is_in_app_enabled: z.boolean().optional(), is_form_enabled: z.boolean().optional() }),
    answer: IntakeSettings,
    summary: 'Opens and closes these ways; a form that is opened for the first time gets its address.',
  }),
  renewAnchor: route({
    method: 'POST',
    path: `${p}/publish-intake-regenerate/`,
    action: 'intake.set',
    in: 'project',
    answer: IntakeSettings,
    summary: 'Gives the form another address; the one before leads nowhere.',
  }),
}

/** A filled-in form. */
export const FilledForm = z.object({
  name: text(255),
  email: z.string().trim().max(254).toLowerCase().pipe(z.email()),
  username: text(255),
  description: z.string().max(20_000).optional(),
  /** Its words alone are taken. */
  description_html: z.string().max(20_000).optional(),
  /** A hidden field: only programs fill it in. */
  website: z.string().max(255).optional(),
})
export type FilledForm = z.infer<typeof FilledForm>

export const intakeFormRoutes = {
  form: route({
    method: 'GET',
    path: '/api/public/anchor/:anchor/intake/',
    action: 'intake.form',
    in: 'open',
    by: 'anchor',
    token: true,
    answer: z.object({
      project_detail: ProjectLite,
      workspace_detail: WorkspaceLite,
      is_form_enabled: z.boolean(),
    }),
    summary: 'The project whose form is at this address.',
  }),
  sendForm: route({
    method: 'POST',
    path: '/api/public/anchor/:anchor/intake/',
    action: 'intake.form',
    in: 'open',
    by: 'anchor',
    token: true,
    body: FilledForm,
    status: 201,
    answer: z.object({ id }),
    summary: 'Sends the form: an issue that waits at the project’s intake.',
  }),
}
