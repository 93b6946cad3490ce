/**
 * Addresses that a browser visits by itself: the forms that it posts, and the ways to other services and back. Each
 * answers with a redirect in any case; a refusal is the `error_code` of the address that it leads to.
 */
import { z } from 'zod'

export type Form = {
  method: 'GET' | 'POST'
  path: string
  /** The fields of the form, or the query of the address where nothing is posted. */
  fields: z.ZodObject
  summary: string
}

const csrfmiddlewaretoken = z.string().meta({
  description: 'What `/auth/get-csrf-token/` has answered to this browser.',
})
const email = z.string()
const password = z.string()
const next_path = z.string().optional().meta({
  description: 'Where to go then: a path of this server, anything else is passed over.',
})
const post = (path: string, fields: z.ZodRawShape, summary: string): Form => ({
  method: 'POST',
  path,
  fields: z.object({ csrfmiddlewaretoken, ...fields }),
  summary,
})

const services = ['google', 'github', 'gitlab'] as const

const waysIn = (at: string): [string, Form][] => [
  ['signIn', post(`${at}/sign-in/`, { email, password, next_path }, 'Signs in by a password.')],
  ['signUp', post(`${at}/sign-up/`, { email, password, next_path }, 'Makes an account with a password.')],
  [
    'magicSignIn',
    post(`${at}/magic-sign-in/`, { email, code: z.string(), next_path }, 'Signs in by a mailed code.'),
  ],
  [
    'magicSignUp',
    post(
      `${at}/magic-sign-up/`,
      { email, code: z.string(), next_path },
      'Makes an account by a mailed code.',
    ),
  ],
  [
    'resetPassword',
    post(
      `${at}/reset-password/:uidb64/:token/`,
      { password, email: email.optional(), next_path },
      'Sets a new password, by the link of a mail.',
    ),
  ],
  ['signOut', post(`${at}/sign-out/`, { next_path }, 'Ends the session of this browser.')],
  ...services.flatMap((service): [string, Form][] => [
    [
      service,
      {
        method: 'GET',
        path: `${at}/${service}/`,
        fields: z.object({ next_path }),
        summary: 'Redirects to the sign-in of the other service.',
      },
    ],
    [
      `${service}Callback`,
      {
        method: 'GET',
        path: `${at}/${service}/callback/`,
        fields: z.object({ code: z.string().optional(), state: z.string().optional() }),
        summary: 'The address to which the other service redirects back.',
      },
    ],
  ]),
]

const admins = '/api/instances/admins'
const named = (group: string, ways: [string, Form][]) =>
  ways.map(([name, form]): [string, Form] => [`${group}.${name}`, form])

/** Each with its name, `forms.signIn` for example. */
export const forms: [string, Form][] = [
  ...named('forms', waysIn('/auth')),
  ...named('spaceForms', waysIn('/auth/spaces')),
  ...named('adminForms', [
    [
      'signUp',
      post(
        `${admins}/sign-up/`,
        {
          email,
          password,
          first_name: z.string(),
          last_name: z.string().optional(),
          company_name: z.string().optional(),
          is_telemetry_enabled: z.string().optional(),
        },
        'Sets the instance up, with whoever sends it as its first admin.',
      ),
    ],
    [
      'signIn',
      post(`${admins}/sign-in/`, { email, password }, 'Signs an admin of the instance in, for an hour.'),
    ],
    ['signOut', post(`${admins}/sign-out/`, {}, 'Ends the session of an admin of the instance.')],
  ]),
]
