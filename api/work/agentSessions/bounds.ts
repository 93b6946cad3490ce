/** How far an agent may go in its projects: judged by what a transaction has written, whichever call wrote it. */
import { fail } from '#contract/errors.ts'
import { Attachment } from '#contract/files/files.ts'
import { DocumentRow } from '#contract/text/documents.ts'
import { Issue } from '#contract/work/issues.ts'
import { Link } from '#contract/work/links.ts'
import { Relation } from '#contract/work/relations.ts'
import type { Note } from '../../db/note.ts'
import type { Derive, Work } from '../../db/work.ts'
import { CLOSED, VALUES } from './values.ts'

/** Comments and reactions are not among them: an agent that is mentioned may answer. */
const PARTS: readonly string[] = [Link.name, Relation.name, Attachment.name]

const isChanged = ({ row, before }: Note, column: string) =>
  before !== null && column in before && JSON.stringify(before[column]) !== JSON.stringify(row[column])

type Whose = { id: string; delegate_id: string | null; created_by: string | null }

// As it was before: an agent does not take an issue to itself.
const before = (note: Note): Whose => ({ ...note.row, ...note.before, id: note.id }) as Whose

const judgeReach = async ({ trx, viewer, notes }: Work, texts: readonly string[]): Promise<void> => {
  const ofIssues = notes.filter(({ entity }) => entity === Issue.name)
  const made = new Set(ofIssues.flatMap(({ id, op }) => (op === 'create' ? [id] : [])))
  const changed = ofIssues.filter(
    note => !made.has(note.id) && (note.op === 'delete' || VALUES.some(column => isChanged(note, column))),
  )
  // A relation belongs to both its ends: one of them is enough.
  const parts = notes.flatMap(({ entity, row }) =>
    PARTS.includes(entity) && row.issue ? [[row.issue, row.related_issue ?? row.issue] as string[]] : [],
  )
  const others = [...parts, ...texts.map(id => [id])].filter(ids => !ids.some(id => made.has(id)))
  const isOwn = ({ delegate_id, created_by }: Whose) => delegate_id === viewer.id || created_by === viewer.id
  const known: Whose[] =
    others.length === 0
      ? []
      : await trx('issues').whereRaw('id = any(?)', [others.flat()]).select('id', 'delegate_id', 'created_by')
  const own = new Set(known.filter(isOwn).map(({ id }) => id))
  if (!changed.map(before).every(isOwn) || !others.every(ids => ids.some(id => own.has(id))))
    fail('agent.notDelegated')
}

const judgeClosing = async ({ trx, notes }: Work): Promise<void> => {
  const states = notes.flatMap(note =>
    note.entity === Issue.name && (note.op === 'create' || isChanged(note, 'state_id'))
      ? [note.row.state_id as string]
      : [],
  )
  if (states.length === 0) return
  const closed = await trx('states').whereIn('id', states).whereIn('group', CLOSED).first('id')
  if (closed) fail('agent.closesNone')
}

/** Refuses what an agent wrote beyond its bounds. */
export const judgeAgents: Derive = async works => {
  for (const work of works) {
    const { bounds } = work.viewer
    if (!bounds || work.notes.length === 0) continue
    const texts = work.notes.filter(({ entity, op }) => entity === DocumentRow.name && op === 'update')
    if (!bounds.writes_texts && texts.length > 0) fail('agent.writesNoTexts')
    if (bounds.reach === 'delegated')
      await judgeReach(
        work,
        texts.flatMap(({ id, row }) => (row.kind === 'issue' ? [id] : [])),
      )
    if (!bounds.closes_issues) await judgeClosing(work)
  }
}
