import type { Knex } from 'knex'
import { v5 } from 'uuid'
import { fail } from '#contract/errors.ts'
import { MAX_WAITING } from '#contract/work/intake.ts'
import { takeTurn } from '../../db/order.ts'
import type { Work } from '../../db/work.ts'
import { escaped } from '../../mail/letter.ts'
import { take } from '../../text/documents/write.ts'
import { bringIssue } from './intakeIssue.service.ts'

export type Form = {
  project: string
  workspace: string
  workspace_name: string
  slug: string
  is_form_enabled: boolean
}

/** The form at an address; archived and deleted projects have none. */
export const formOf = async (trx: Knex, anchor: string): Promise<Form> => {
  const { rows } = await trx.raw<{ rows: Form[] }>(
    `select i.project, i.workspace, w.name as workspace_name, w.slug,
            i.is_form_enabled and p.intake_view as is_form_enabled
       from intakes i join projects p on p.id = i.project join workspaces w on w.id = i.workspace
      where i.anchor = ? and i.deleted_at is null and p.deleted_at is null and p.archived_at is null
        and w.deleted_at is null`,
    [anchor],
  )
  return rows[0] ?? fail('row.notFound')
}

type Filled = {
  name: string
  email: string
  username: string
  description?: string | undefined
  description_html?: string | undefined
}

// The sender of a form is unknown: of their text only the words are kept, no mention, image or link.
const wordsOf = async ({ description, description_html }: Filled): Promise<string> => {
  if (description !== undefined || description_html === undefined) return description ?? ''
  // All visitors share one turn.
  const sender = { person: 'visitor', field: 'description_html' }
  return (await take('beginHtml', { html: description_html }, sender)).derived.description_stripped
}

// A visitor chooses none of the ids that texts are kept under, or their issue would be shown with another's text.
const idOf = (form: Form, once: string) => v5(once, form.project)

/** A form that was filled in, as an issue that waits: sent again with the same `once` it is the same one. */
export const takeForm = async (work: Work, anchor: string, once: string, filled: Filled): Promise<string> => {
  const form = await formOf(work.trx, anchor)
  if (!form.is_form_enabled) fail('intake.formOff')
  const issueId = idOf(form, once)
  // Of two that are sent at once the second finds what the first has written.
  await takeTurn(work, issueId)
  const sent = await work
    .trx('intake_issues')
    .where({ id: issueId, project: form.project, source: 'FORM' })
    .first('id')
  if (sent) return issueId
  const waiting = await work
    .trx('intake_issues')
    .where({ project: form.project, source: 'FORM' })
    .whereIn('status', [-2, 0])
    .whereNull('deleted_at')
    .limit(MAX_WAITING)
    .pluck('id')
  if (waiting.length >= MAX_WAITING) fail('intake.full')
  const lines = (await wordsOf(filled)).split('\n').filter(line => line.trim() !== '')
  const description_html = lines.map(line => `<p>${escaped(line)}</p>`).join('')
  const { id } = await bringIssue(
    work,
    { workspaceId: form.workspace, projectId: form.project },
    issueId,
    { name: filled.name, description_html },
    { source: 'FORM', source_email: filled.email, extra: { name: filled.username } },
  )
  return id
}
