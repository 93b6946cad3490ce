/** The way back from a session: what an agent wrote in it, read in the log, where each change is with its session. */
import { placeOf } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import type { DocumentKind } from '#contract/text/documentNames.ts'
import { Page } from '#contract/text/pages.ts'
import { AgentSession } from '#contract/work/agentSessions.ts'
import { Comment } from '#contract/work/comments.ts'
import { Issue } from '#contract/work/issues.ts'
import { Link } from '#contract/work/links.ts'
import { lockedSeen } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { stepsOfText, textsOfSession } from '../../text/documents/sessionTexts.ts'
import { type Noun, takeTextBack } from '../../text/documents/write.ts'
import { deleteComment, updateComment } from '../comments/comment.service.ts'
import { updateIssues } from '../issues/issue.service.ts'
import { deleteIssues, mayDelete } from '../issues/remove.service.ts'
import { deleteLink } from '../links/link.service.ts'
import { undoCycles, undoPages } from './undoPlaces.ts'
import { VALUES } from './values.ts'
import { idsOf, type Logged, type Spans, same, spansOf, type Tally, wayBack } from './wayBack.ts'

const restoreIssueValues = async (work: Work, spans: Spans, tally: Tally) => {
  const ids = idsOf(spans, 'changed')
  const issues = await lockedSeen(work, Issue, rows => rows.whereIn('id', ids))
  tally.left += ids.length - issues.length
  const given = issues.flatMap(issue => {
    const values = wayBack(issue, spans.get(issue.id)!, VALUES)
    if (Object.keys(values).length === 0) return []
    const isMine = can(work.viewer, 'issue.update', issue, placeOf(Issue, issue))
    if (!isMine || !can(work.viewer, 'issue.updateFields', issue, placeOf(Issue, issue))) {
      tally.left++
      return []
    }
    return [{ issue, values: values as never }]
  })
  for (const [project, mine] of Map.groupBy(given, ({ issue }) => issue.project_id)) {
    await updateIssues(work, project, mine)
    tally.restored += mine.length
  }
}

const removeMadeIssues = async (work: Work, spans: Spans, tally: Tally) => {
  const ids = idsOf(spans, 'made')
  const issues = await lockedSeen(work, Issue, rows => rows.whereIn('id', ids))
  const mine = issues.filter(issue => mayDelete(work, issue))
  await deleteIssues(work, mine)
  tally.restored += mine.length
  tally.left += ids.length - mine.length
}

const restoreComments = async (work: Work, spans: Spans, tally: Tally) => {
  const comments = await lockedSeen(work, Comment, rows => rows.whereIn('id', [...spans.keys()]))
  tally.left += spans.size - comments.length
  for (const comment of comments) {
    const { made, before, after } = spans.get(comment.id)!
    const place = { workspace: comment.workspace, project: comment.project }
    // Who may take back an agent's session may take back what it said there, whose words nobody else has changed.
    if (
      !can(work.viewer, 'issue.updateFields', comment, place) ||
      !same(comment.comment_html, after.comment_html)
    )
      tally.left++
    else {
      if (made) await deleteComment(work, comment)
      else if ('comment_html' in before)
        await updateComment(work, comment, { comment_html: before.comment_html as string })
      tally.restored++
    }
  }
}

const removeLinks = async (work: Work, spans: Spans, tally: Tally) => {
  const made = idsOf(spans, 'made')
  const links = await lockedSeen(work, Link, rows => rows.whereIn('id', made))
  for (const link of links) {
    if (!can(work.viewer, 'issue.arrange', link, { workspace: link.workspace, project: link.project })) {
      tally.left++
      continue
    }
    await deleteLink(work, link)
    tally.restored++
  }
}

const isMine = ({ viewer }: Work, row: Issue | Page): boolean =>
  'sequence_id' in row
    ? (['issue.update', 'issue.updateFields'] as const).every(action =>
        can(viewer, action, row, placeOf(Issue, row)),
      )
    : !row.is_locked && !row.archived_at && can(viewer, 'page.write', row, placeOf(Page, row))

// Each text through the merge of three versions, the last writing first: others' words are kept.
const restoreTexts = async (work: Work, session: string, but: ReadonlySet<string>, tally: Tally) => {
  const written = (await textsOfSession(work, session)).filter(({ id }) => !but.has(id))
  const ids = (kind: DocumentKind) => written.flatMap(one => (one.kind === kind ? [one.id] : []))
  const rows = new Map<string, Issue | Page>()
  for (const row of await lockedSeen(work, Issue, found => found.whereIn('id', ids('issue'))))
    rows.set(row.id, row)
  for (const row of await lockedSeen(work, Page, found => found.whereIn('id', ids('page'))))
    rows.set(row.id, row)
  for (const { id, kind, isWhole } of written) {
    const row = rows.get(id)
    let isRestored = false
    if (row && isWhole && isMine(work, row))
      for (const step of await stepsOfText(work, session, id))
        isRestored = (await takeTextBack(work, kind, row as Noun, step)) || isRestored
    if (isRestored) tally.restored++
    else tally.left++
  }
}

export const undoSession = async (
  work: Work,
  session: AgentSession,
): Promise<{ session: AgentSession } & Tally> => {
  if (session.ended_at === null) fail('agentSession.notEnded')
  if (session.undone_by !== null) fail('agentSession.undone')
  const changes = (await work
    .trx('changes')
    .where({ session_id: session.id, scope_id: session.workspace })
    .whereIn('entity', [Issue.name, Comment.name, Link.name, Cycle.name, Page.name])
    .orderBy('seq')
    .select('entity', 'row_id', 'op', 'row', 'before')) as Logged[]
  const tally: Tally = { restored: 0, left: 0 }
  const [issues, pages] = [spansOf(changes, Issue.name), spansOf(changes, Page.name)]
  await restoreIssueValues(work, issues, tally)
  await restoreComments(work, spansOf(changes, Comment.name), tally)
  await removeLinks(work, spansOf(changes, Link.name), tally)
  const made = new Set([...idsOf(issues, 'made'), ...idsOf(pages, 'made')])
  await restoreTexts(work, session.id, made, tally)
  await undoPages(work, pages, tally)
  // Behind the issues, which go back to where they were.
  await undoCycles(work, spansOf(changes, Cycle.name), tally)
  await removeMadeIssues(work, issues, tally)
  return { session: await update(work, AgentSession, session, { undone_by: work.viewer.id }), ...tally }
}
