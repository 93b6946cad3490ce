/** Comments and relations of imported issues, once the issues are there. */

import { setImmediate } from 'node:timers/promises'
import { v7 } from 'uuid'
import { Comment } from '#contract/work/comments.ts'
import { Issue } from '#contract/work/issues.ts'
import { Relation } from '#contract/work/relations.ts'
import { insertAll } from '../../../db/rows.ts'
import type { Work } from '../../../db/work.ts'
import { runTask } from '../../../text/documents/threads.ts'
import { belonging } from '../../../work/comments/comment.service.ts'
import type { Draft, SourceComment } from '../draft.ts'
import { spellingsOf } from '../keys.ts'
import { own } from '../named.ts'
import type { Plan } from '../plan.ts'
import { keepMade } from '../staging/made.ts'
import { draftsBy, type ImportRow, rowsAfter, type WholeRow } from '../staging/rows.ts'
import { digestOf, rewordComments } from './again.ts'
import type { Where } from './issues.ts'
import { addressesOf, commentHtml, keysIn, linked } from './texts.ts'

const ROWS_OF_STEP = 100
const COMMENTS_OF_STEP = 300

export type Next = { nth: number; done: number; isOver: boolean }

const issuesOf = async (
  work: Work,
  rows: readonly Pick<ImportRow, 'issue'>[],
): Promise<Map<string, Issue>> => {
  const found: Issue[] = await work
    .trx('issues')
    .whereRaw('id = any(?)', [rows.flatMap(({ issue }) => issue ?? [])])
    .whereNull('deleted_at')
    .select(Issue.columns)
  return new Map(found.map(issue => [issue.id, issue]))
}

type Written = { issue: Issue; comment: SourceComment; key: string; html: string }

const wordsOf = async (
  { comment, html }: Pick<Written, 'comment' | 'html'>,
  plan: Plan,
): Promise<{ html: string; text: string } | null> => {
  const person = comment.author && own(plan.people, comment.author.key)
  // Of an author without a place here the name begins the comment.
  const isNamed = comment.author !== null && (!person || person.to === 'none')
  const clean = await runTask('clean', {
    html: isNamed ? `<p><strong>${comment.author!.name.replaceAll('<', '&lt;')}</strong></p>${html}` : html,
    copies: new Map(),
  })
  return 'refused' in clean || clean.isBlank ? null : clean
}

/** Comments of the next rows; they rise in time within their issue. */
export const writeComments = async (
  work: Work,
  row: WholeRow,
  plan: Plan,
  where: Where,
  nth: number,
): Promise<Next> => {
  const rows: ImportRow[] = await rowsAfter(work, row, { nth, most: ROWS_OF_STEP })
  const draftOf = draftsBy(row)
  const taken: { own: ImportRow; draft: Draft }[] = []
  let total = 0
  for (const own of rows) {
    const draft = draftOf(own.cells)
    if (taken.length > 0 && total + draft.comments.length > COMMENTS_OF_STEP) break
    total += draft.comments.length
    taken.push({ own, draft })
  }
  const isOver = rows.length < ROWS_OF_STEP && taken.length === rows.length
  const next = { nth: taken.at(-1)?.own.nth ?? nth, isOver }
  const commented = taken.filter(({ draft }) => draft.comments.length > 0)
  if (commented.length === 0) return { ...next, done: 0 }
  const issues = await issuesOf(
    work,
    commented.map(({ own }) => own),
  )
  const here: { id: string; external_id: string }[] = await work
    .trx('issue_comments')
    .whereRaw('issue = any(?)', [[...issues.keys()]])
    .where('external_source', row.source)
    .whereNull('deleted_at')
    .select('id', 'external_id')
  const known = new Map(here.map(one => [one.external_id, one.id]))
  const written: Written[] = []
  const again: Parameters<typeof rewordComments>[2][number][] = []
  for (const { own, draft } of commented) {
    const issue = issues.get(own.issue!)
    if (!issue) continue
    const place = { origin: row.origin, slug: where.slug, project: own.target! }
    for (const comment of draft.comments) {
      const key = `${own.key} ${comment.key}`.slice(0, 255)
      const id = known.get(key)
      const htmlOf = () => commentHtml(comment.text, place, draft.files)
      if (id === undefined) written.push({ issue, comment, key, html: await htmlOf() })
      else
        again.push({
          ...{ line: own.line, key: draft.key, id, digest: digestOf(comment.text) },
          html: async () => {
            const html = await htmlOf()
            const links = await addressesOf(work.trx, row, where.slug, keysIn(html))
            return (await wordsOf({ comment, html: linked(html, links) }, plan))?.html ?? null
          },
        })
      await setImmediate()
    }
  }
  const addressOf = await addressesOf(work.trx, row, where.slug, [
    ...new Set(written.flatMap(({ html }) => keysIn(html))),
  ])
  const latest = new Map<string, number>()
  const values = []
  for (const one of written) {
    const words = await wordsOf({ ...one, html: linked(one.html, addressOf) }, plan)
    if (!words) continue
    const { issue, comment, key } = one
    const at = Math.max(Date.parse(comment.at ?? issue.created_at), (latest.get(issue.id) ?? 0) + 1)
    latest.set(issue.id, at)
    const created_at = new Date(at).toISOString()
    const actor = (comment.author && own(plan.people, comment.author.key)?.id) || work.viewer.id
    values.push({
      ...{
        id: v7(),
        ...belonging(issue),
        created_at,
        updated_at: created_at,
        created_by: actor,
        updated_by: actor,
        actor,
      },
      ...{
        comment_html: words.html,
        comment_stripped: words.text,
        comment_json: {},
        access: 'INTERNAL' as const,
      },
      ...{ external_source: row.source, external_id: key },
    })
    await setImmediate()
  }
  const made = await insertAll(
    Comment,
    values.map(one => ({ work, values: one })),
  )
  const digests = new Map(written.map(({ key, comment }) => [key, digestOf(comment.text)]))
  await keepMade(
    work,
    row.id,
    Comment,
    made.map(one => ({ ...one, given: { text: digests.get(one.external_id ?? '') } })),
  )
  await rewordComments(work, row, again)
  return { ...next, done: total }
}

/** Relations of the next rows that name others. One that is there already, or in both directions, is kept once. */
export const writeRelations = async (work: Work, row: WholeRow, nth: number): Promise<Next> => {
  const rows: ImportRow[] = await rowsAfter(work, row, { nth, most: ROWS_OF_STEP }).where('is_related', true)
  const draftOf = draftsBy(row)
  const drafts = rows.map(own => ({ own, draft: draftOf(own.cells) }))
  const keys = [
    ...new Set(drafts.flatMap(({ draft }) => draft.relations.flatMap(({ key }) => spellingsOf(key)))),
  ]
  const found: { key: string; issue: string }[] = await work
    .trx('import_keys as k')
    .join('import_rows as r', own => own.on('r.import', 'k.import').on('r.nth', 'k.nth'))
    .where('k.import', row.id)
    .whereNot('r.verdict', 'skipped')
    .whereRaw('k.key = any(?)', [keys])
    .select('k.key', 'r.issue')
  const issueOf = new Map(found.map(({ key, issue }) => [key, issue]))
  const wanted = drafts.flatMap(({ own, draft }) =>
    draft.relations.flatMap(({ type, key }) => {
      const other = spellingsOf(key).flatMap(one => issueOf.get(one) ?? [])[0]
      if (!other || other === own.issue) return []
      const [from, to] = type === 'blocking' ? [other, own.issue!] : [own.issue!, other]
      return [{ from, to, type: type === 'blocking' ? ('blocked_by' as const) : type }]
    }),
  )
  const ids = [...new Set(wanted.flatMap(({ from, to }) => [from, to]))]
  const issues = await issuesOf(
    work,
    ids.map(issue => ({ issue })),
  )
  const there: { issue: string; related_issue: string; relation_type: string }[] = await work
    .trx('issue_relations')
    .whereRaw('issue = any(?) and related_issue = any(?)', [ids, ids])
    .whereNull('deleted_at')
    .select('issue', 'related_issue', 'relation_type')
  const pair = (type: string, a: string, b: string) => `${type} ${[a, b].sort().join(' ')}`
  const seen = new Set(there.map(one => pair(one.relation_type, one.issue, one.related_issue)))
  const values = wanted.flatMap(({ from, to, type }) => {
    const [issue, other] = [issues.get(from), issues.get(to)]
    const name = pair(type, from, to)
    if (!issue || !other || seen.has(name)) return []
    seen.add(name)
    return {
      ...belonging(issue),
      related_issue: other.id,
      related_created_by: other.created_by,
      related_project: other.project_id,
      relation_type: type,
    }
  })
  const made = await insertAll(
    Relation,
    values.map(one => ({ work, values: one })),
  )
  await keepMade(work, row.id, Relation, made)
  return { nth: rows.at(-1)?.nth ?? nth, done: values.length, isOver: rows.length < ROWS_OF_STEP }
}
