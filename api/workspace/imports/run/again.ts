/** A source that is imported again: its new texts, where nobody has changed them here; what people changed here is kept and named. */
import { hash } from 'node:crypto'
import { Comment } from '#contract/work/comments.ts'
import type { Issue } from '#contract/work/issues.ts'
import { locked } from '../../../db/locked.ts'
import type { Work } from '../../../db/work.ts'
import { EMPTY } from '../../../text/documents/stored.ts'
import { writeText } from '../../../text/documents/write.ts'
import { updateComment } from '../../../work/comments/comment.service.ts'
import type { SourceText } from '../draft.ts'
import { keepFaults, type NewFault } from '../staging/faults.ts'
import { keepMade } from '../staging/made.ts'
import type { WholeRow } from '../staging/rows.ts'

export const KEPT = 'Kept as it is here'

/** A text that an import wrote: the version that it left, and the words before it. */
export type TextMade = { version: number; was: string }
type Standing = { version: number; html: string }

/** The texts of these issues as they are now, and the versions that imports have left. */
export const textsOf = async (work: Work, ids: readonly string[]) => {
  const now: { id: string; version: number; description_html: string }[] = await work
    .trx('documents')
    .whereRaw('id = any(?)', [[...ids]])
    .select('id', 'version', 'description_html')
  const made: { row_id: string; text: TextMade | null }[] = await work
    .trx('import_made')
    .whereRaw('row_id = any(?)', [[...ids]])
    .where('entity', 'issue')
    .orderBy('nth')
    .select('row_id', work.trx.raw(`before->'text' as text`))
  const left = new Map<string, number>()
  for (const { row_id, text } of made) if (text) left.set(row_id, text.version)
  const stands = new Map<string, Standing>(
    now.map(one => [one.id, { version: one.version, html: one.description_html }]),
  )
  return {
    of: (id: string): Standing | undefined => stands.get(id),
    /** Is it as the last import left it? The first version of a text is its import's. */
    isUntouched: (id: string): boolean => {
      const stored = stands.get(id)
      return stored ? stored.version === (left.get(id) ?? 1) : !left.has(id)
    },
  }
}

/** Writes the source's text in place of the one that it had before. */
export const rewrite = async (
  work: Work,
  issue: Issue,
  html: string,
  before: Standing | undefined,
): Promise<TextMade> => {
  await writeText(work, 'issue', issue, { html: html || EMPTY }, { base: null, replaces: true })
  const { version } = await work.trx('documents').where('id', issue.id).first<{ version: number }>('version')
  return { version, was: before?.html ?? EMPTY }
}

export const digestOf = (text: SourceText): string =>
  hash('sha256', JSON.stringify(text), 'base64').slice(0, 16)

type Known = { line: number; key: string; id: string; digest: string; html: () => Promise<string | null> }

/** Comments that an earlier import brought and whose words are others in the source since. */
export const rewordComments = async (work: Work, row: WholeRow, known: readonly Known[]): Promise<void> => {
  const made: { row_id: string; revision: number; given: { text?: string } | null }[] = await work
    .trx('import_made')
    .whereRaw('row_id = any(?)', [known.map(({ id }) => id)])
    .where('entity', 'issue_comment')
    .orderBy('nth')
    .select('row_id', 'revision', 'given')
  const last = new Map(made.map(one => [one.row_id, one]))
  // Of one that was brought before that was kept nothing can be said.
  const news = known.filter(({ id, digest }) => {
    const text = last.get(id)?.given?.text
    return text !== undefined && text !== digest
  })
  if (news.length === 0) return
  const comments = await locked(work, Comment, found =>
    found.whereRaw('issue_comments.id = any(?)', [news.map(({ id }) => id)]),
  )
  const byId = new Map(comments.map(one => [one.id, one]))
  const faults: NewFault[] = []
  for (const { id, line, key, digest, html } of news) {
    const comment = byId.get(id)
    if (!comment) continue
    if (comment.revision !== last.get(id)!.revision) {
      const words = comment.comment_stripped.slice(0, 200)
      faults.push({ line, key, said: 'A comment was changed here and there', words, effect: KEPT })
      continue
    }
    const comment_html = await html()
    if (comment_html === null) continue
    const after = await updateComment(work, comment, { comment_html })
    const before = { was: comment.comment_html, digest: last.get(id)!.given!.text }
    await keepMade(work, row.id, Comment, [{ ...after, isNew: false, given: { text: digest }, before }])
  }
  await keepFaults(work, row.id, faults)
}
