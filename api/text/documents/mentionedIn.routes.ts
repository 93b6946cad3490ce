import type { Knex } from 'knex'
import { mayHave } from '#contract/scopes.ts'
import type { DocumentKind } from '#contract/text/documentNames.ts'
import { type MentionedIn, mentionedInRoutes } from '#contract/text/mentionedIn.ts'
import { Page } from '#contract/text/pages.ts'
import { Issue } from '#contract/work/issues.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import { envelope, readPage } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'

/** The column of a text that holds the ids it mentions, by their kind. */
const named = { issue: 'embedded_issues', page: 'mentioned_pages' } as const
const nouns = { issue: Issue, page: Page } as const

type Asked = {
  trx: Knex
  viewer: ServerViewer
  kind: DocumentKind
  id: string
  workspace: string
  query: { per_page?: string | undefined; cursor?: string | undefined }
}
type Found = { kind: DocumentKind; id: string; total: number }

// Of one kind; that it names itself is nothing that leads anywhere.
const naming = ({ trx, viewer, kind, id, workspace }: Asked, from: DocumentKind) => {
  const { table } = nouns[from]
  const texts = trx('documents')
    .select('id')
    // The first condition is the index's own.
    .whereRaw(`${named[kind]} <> '{}' and ${named[kind]} @> array[?::uuid]`, [id])
    // Somebody may be of two workspaces, and has each for itself.
    .where({ kind: from, workspace_id: workspace })
    .whereNot('id', id)
  const rows = visible(trx, nouns[from], viewer)
  if (!mayHave(viewer.token, from)) rows.whereRaw('false')
  return rows
    .clearSelect()
    .select(trx.raw('? as kind', [from]), `${table}.id`, `${table}.updated_at`)
    .whereIn(`${table}.id`, texts)
}

const mentionedIn = async (asked: Asked) => {
  const { trx, viewer } = asked
  const page = readPage(asked.query)
  const all = () =>
    trx.from(
      naming(asked, 'issue')
        .unionAll([naming(asked, 'page')])
        .as('found'),
    )
  const found = (await all()
    .select('kind', 'id', trx.raw('count(*) over ()::int as total'))
    .orderBy([
      { column: 'updated_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(page.size)
    .offset(page.page * page.size)) as Found[]
  const rows = new Map<string, MentionedIn>()
  for (const kind of ['issue', 'page'] as const) {
    const ids = found.flatMap(one => (one.kind === kind ? [one.id] : []))
    if (ids.length === 0) continue
    const of = nouns[kind]
    for (const row of await visible(trx, of, viewer).whereIn(`${of.table}.id`, ids))
      rows.set(row.id, { kind, row } as MentionedIn)
  }
  const [first] = found
  // Behind the last page nothing says how many there are.
  const total = first?.total ?? (page.page === 0 ? 0 : Number((await all().count('id as n').first())?.n))
  const results = found.flatMap(one => rows.get(one.id) ?? [])
  return envelope(page, total, total, results.length, results)
}

export const mountMentionedIn = (server: Server) =>
  mount(server, mentionedInRoutes, {
    issue: ({ trx, viewer, row, query }) => {
      const { id, workspace_id: workspace } = row as Issue
      return mentionedIn({ trx, viewer, kind: 'issue', id, workspace, query })
    },
    page: ({ trx, viewer, row, query }) => {
      const { id, workspace } = row as Page
      return mentionedIn({ trx, viewer, kind: 'page', id, workspace, query })
    },
  })
