import type { Knex } from 'knex'
import { v5 } from 'uuid'
import type { RowOf } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import { Intake, MAX_WAITING } from '#contract/work/intake.ts'
import { Project } from '#contract/workspace/projects.ts'
import { Workspace } from '#contract/workspace/workspaces.ts'
import { takeTurn } from '../../db/order.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { escaped } from '../../mail/letter.ts'
import { take } from '../../text/documents/write.ts'
import { bringIssue } from './intakeIssue.service.ts'

export type Form = { project: RowOf<typeof Project>; workspace: RowOf<typeof Workspace>; isOpen: boolean }

/** The form that the visitor came to. */
export const formOf = async (trx: Knex, visitor: ServerViewer): Promise<Form> => {
  const intake = (await visible(trx, Intake, visitor).first()) ?? fail('row.notFound')
  const project = (await visible(trx, Project, visitor).first()) ?? fail('row.notFound')
  const workspace = (await visible(trx, Workspace, visitor).first()) ?? fail('row.notFound')
  return { project, workspace, isOpen: intake.is_form_enabled && project.intake_view }
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
const idOf = ({ project }: Form, once: string) => v5(once, project.id)

/** A form that was filled in, as an issue that waits: sent again with the same `once` it is the same one. */
export const takeForm = async (work: Work, once: string, filled: Filled): Promise<string> => {
  const form = await formOf(work.trx, work.viewer)
  const { project, workspace } = form
  if (!form.isOpen) fail('intake.formOff')
  const issueId = idOf(form, once)
  // Of two that are sent at once the second finds what the first has written.
  await takeTurn(work, issueId)
  const sent = await work
    .trx('intake_issues')
    .where({ id: issueId, project: project.id, source: 'FORM' })
    .first('id')
  if (sent) return issueId
  const waiting = await work
    .trx('intake_issues')
    .where({ project: project.id, source: 'FORM' })
    .whereIn('status', [-2, 0])
    .whereNull('deleted_at')
    .limit(MAX_WAITING)
    .pluck('id')
  if (waiting.length >= MAX_WAITING) fail('intake.full')
  const lines = (await wordsOf(filled)).split('\n').filter(line => line.trim() !== '')
  const description_html = lines.map(line => `<p>${escaped(line)}</p>`).join('')
  const { id } = await bringIssue(
    work,
    { workspaceId: workspace.id, projectId: project.id },
    issueId,
    { name: filled.name, description_html },
    { source: 'FORM', source_email: filled.email, extra: { name: filled.username } },
  )
  return id
}
