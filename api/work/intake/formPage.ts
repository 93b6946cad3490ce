import type { Shade } from '#contract/text/signs.ts'
import { plainPage } from '../../http/plainPage.ts'
import { escaped } from '../../mail/letter.ts'

/** The fields of the form: a refused form keeps the typed values. */
export const fieldNames = ['name', 'description', 'username', 'email'] as const
export type FieldName = (typeof fieldNames)[number]
export type Typed = Partial<Record<FieldName, string>>
export type Whose = { project: string; workspace: string; mark: Mark }
/** The sign of a project on a form: a typed one, or the content of an `svg`; `shade` where the palette has its colour. */
export type Mark = { sign: string; shade: Shade | null } | { icon: string; shade: Shade | null }
/** `general` is said of the form as a whole. */
export type Wrong = Partial<Record<FieldName | 'general', string>>

const markHtml = (mark: Mark) =>
  'sign' in mark
    ? escaped(mark.sign)
    : `<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${mark.icon}</svg>`

const header = ({ project, workspace, mark }: Whose) =>
  `<header><span class="tile${mark.shade ? ` ${mark.shade}` : ''}" aria-hidden="true">${markHtml(mark)}</span><div class="whose"><b>${escaped(project)}</b><span class="place">${escaped(workspace)}</span></div>
<button type="button" class="theme" hidden><svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 3a6 6 0 0 0 9 9 9 9 0 1 1-9-9Z"/></svg></button>
<a class="button" href="/">Sign in</a></header>`

const footer = ({ workspace }: Whose) =>
  `<footer><span>${escaped(workspace)} keeps your name and e-mail with this request alone.</span><span class="kept"><svg width="16" height="16" viewBox="0 0 32 32" stroke-width="5.5" stroke-linecap="round" aria-hidden="true"><path d="M8.5 24.5 13 5.5" stroke="var(--ink)"/><path d="M18.5 27 23 8" stroke="var(--accent)"/></svg>Tandem</span></footer>`

type Field = { label: string; more?: string; limit: number; note?: string; also?: string }
const fields: Record<FieldName, Field> = {
  name: { label: 'Title', limit: 255, also: 'required' },
  description: { label: 'Details', more: 'Optional', limit: 20_000 },
  username: { label: 'Your name', limit: 255, also: 'required autocomplete="name"' },
  email: {
    label: 'E-mail',
    limit: 254,
    note: 'Used to answer you, and for nothing else.',
    also: 'required autocomplete="email" inputmode="email"',
  },
}

const field = (name: FieldName, typed: Typed, wrong: Wrong): string => {
  const { label, more, limit, note, also = '' } = fields[name]
  const mistake = wrong[name]
  const said = mistake ?? note
  const value = escaped(typed[name] ?? '')
  const shared = `id="${name}" name="${name}" maxlength="${limit}" ${also}${mistake ? ' aria-invalid="true"' : ''}${said ? ` aria-describedby="${name}-note"` : ''}`
  return `<div><label for="${name}">${label}${more ? `<span>${more}</span>` : ''}</label>${
    // The first line break behind the tag is none of the text.
    name === 'description'
      ? `<textarea ${shared}>\n${value}</textarea>`
      : `<input ${shared} value="${value}">`
  }${said ? `<p class="note${mistake ? ' wrong' : ''}" id="${name}-note">${escaped(said)}</p>` : ''}</div>`
}

/** The form; `once` is the request that it becomes, however often it is sent. */
export const formPage = (
  whose: Whose,
  once: string,
  typed: Typed = {},
  wrong: Wrong = {},
): Promise<string> => {
  const { general, ...mistakes } = wrong
  const isWrong = Object.keys(wrong).length > 0
  const title = `Send a request to ${whose.project}`
  return plainPage(
    isWrong ? `Not sent yet: ${title}` : title,
    `${header(whose)}<main><h1>${escaped(title)}</h1>
<p class="lead">Say what does not work, or what you miss. It goes straight to the people in charge.</p>
${general ? `<p class="refused" role="alert">${escaped(general)}</p>` : ''}
<form method="post"><input type="hidden" name="once" value="${escaped(once)}">
<div class="trap" aria-hidden="true"><label for="website">Leave this empty</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
${field('name', typed, mistakes)}${field('description', typed, mistakes)}
<div class="two">${field('username', typed, mistakes)}${field('email', typed, mistakes)}</div>
<div class="send"><button class="primary" type="submit">Send</button><span>You need no account.</span></div></form></main>${footer(whose)}`,
  )
}

const tick =
  '<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M20 6 9 17l-5-5"/></svg>'

export const sentPage = (whose: Whose, typed: Typed, another: string): Promise<string> =>
  plainPage(
    'Sent',
    `${header(whose)}<main class="said">${tick}<h1>Thank you, ${escaped(typed.username ?? '')}</h1>
<p>Your request has arrived. An answer will come to ${escaped(typed.email ?? '')}.</p><a class="button" href="${escaped(another)}">Send another</a></main>${footer(whose)}`,
  )
