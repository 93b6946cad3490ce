import { Readable } from 'node:stream'
import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import { csvCell } from '#contract/lists/csv.ts'
import {
  Import,
  type ImportFault,
  type ImportOutcome,
  type ImportPreview,
  importRoutes,
  UNDER_WAY,
  type WholeImport,
} from '#contract/workspace/imports.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { countOf, NEWEST, visible } from '../../db/visible.ts'
import { SNIFFED } from '../../files/sniff.ts'
import { uploadData } from '../../files/transfer.ts'
import { type Ask, type Handlers, mount } from '../../http/mount.ts'
import { ownAddress } from '../../http/origin.ts'
import { envelope, readPage } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import {
  againImport,
  check,
  choose,
  createImport,
  forget,
  readFile,
  run,
  stop,
  undo,
} from './import.service.ts'
import { planOf } from './match.ts'
import { own } from './named.ts'
import { editedPages } from './pages/undo.ts'
import type { Plan } from './plan.ts'
import { estimateOf, labelsOf, nameOf, priorityOf, stateOf } from './run/values.ts'
import { draftsBy, matchesOf, type WholeRow, wholeRow } from './staging/rows.ts'
import { editedSince } from './undoJob.ts'
import { groupOf } from './values.ts'

const PAGE = '50'
const SHOWN = 3
const FAULTS_AT_ONCE = 1_000

const whole = async (trx: Knex, id: string): Promise<WholeRow> =>
  (await wholeRow(trx, id)) ?? fail('row.notFound')

const editedOf = async (trx: Knex.Transaction, row: WholeRow): Promise<number> => {
  const edited = row.source === 'pages' ? editedPages : editedSince
  return (await edited({ trx }, row.id)).length
}

const show = async (trx: Knex, viewer: ServerViewer, shown: Import): Promise<WholeImport> => {
  const row = await whole(trx, shown.id)
  const isOver = row.state === 'done' || row.state === 'stopped'
  return {
    ...shown,
    format: row.found?.format ?? null,
    matches: await matchesOf(trx, viewer, row),
    outcome: row.outcome as ImportOutcome | null,
    fault_count: await countOf(trx('import_faults').where('import', row.id)),
    is_connected: row.connection !== null && shown.owner === viewer.id,
    edited_since: isOver ? await editedOf(trx as Knex.Transaction, row) : 0,
  }
}

const previewOf = (row: WholeRow, plan: Plan, line: number, cells: unknown): ImportPreview | null => {
  const draft = draftsBy(row)(cells)
  // A sub-issue without a project goes where its parent does.
  const project = own(plan.projects, draft.project || (Object.keys(plan.projects)[0] ?? ''))
  if (!draft.name || !project || project.to === 'skip') return null
  const number = /[-#](\d+)$/.exec(draft.key)?.[1] ?? (/^\d+$/.test(draft.key) ? draft.key : '')
  const key = `${project.identifier}-${number || '…'}`
  return {
    line,
    key,
    was: draft.key && draft.key !== key ? draft.key : null,
    name: nameOf(draft),
    state: stateOf(draft, plan),
    group: own(plan.states, draft.state)?.group ?? groupOf(draft.state, draft.group) ?? 'unstarted',
    priority: priorityOf(draft, plan),
    labels: labelsOf(draft, plan),
    assignees: draft.assignees.map(({ key: person, name }) => own(plan.people, person)?.name ?? name),
    target_date: draft.target,
    estimate: estimateOf(draft, plan),
    added: draft.lines.map(({ name, value }) => `${name}: ${value.slice(0, 200)}`),
  }
}

const lineOf = (values: string[]) => `${values.map(text => csvCell(text)).join(',')}\r\n`

async function* faultLines(trx: Knex, id: string) {
  yield lineOf(['Line', 'Key', 'What is wrong', 'In the file', 'Result'])
  for (let after = 0; ; ) {
    const rows: ImportFault[] = await trx('import_faults')
      .where('import', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(FAULTS_AT_ONCE)
    if (rows.length === 0) return
    yield rows
      .map(({ line, key, said, words, effect }) => lineOf([String(line), key, said, words, effect]))
      .join('')
    after = Number(rows.at(-1)!.id)
  }
}

export const mountImports = (server: Server) => {
  const { files, seal } = server
  /** A new import, and where its file is to be sent; made again it is announced again. */
  const begun = async (
    { work, ctx, body }: Pick<Ask<typeof importRoutes.create>, 'work' | 'ctx' | 'body'>,
    row: Import,
  ) => {
    const { file } = await whole(work.trx, row.id)
    if (!file) return { import: row, upload: null }
    const terms = { key: file, type: 'application/octet-stream', most: body.file!.size }
    return { import: row, upload: await uploadData(ctx, server, terms) }
  }
  const create = async (ask: Ask<typeof importRoutes.create>) => {
    const { work, ctx, workspaceId, body } = ask
    const origin = await ownAddress(ctx, { ...server, db: work.trx })
    return begun(ask, await createImport(work, seal, workspaceId, { ...body, origin }))
  }
  const handlers: Handlers<typeof importRoutes, Import, typeof Import.schema> = {
    list: async ({ viewer, trx, workspaceId, query }) => {
      const ask = readPage({ ...query, per_page: query.per_page ?? (query.cursor ? undefined : PAGE) })
      const rows = () => {
        const found = visible(trx, Import, viewer).where('workspace', workspaceId)
        return query.under_way ? found.whereIn('imports.state', UNDER_WAY) : found
      }
      const page = await rows()
        .orderBy(NEWEST)
        .limit(ask.size)
        .offset(ask.page * ask.size)
      const total = await countOf(rows())
      return envelope(ask, total, total, page.length, page)
    },
    create,
    uploaded: async ({ work, row }) => {
      const { file, size } = await whole(work.trx, row.id)
      const sent = (file && (await files.store.arrived(file, SNIFFED))) || fail('file.notUploaded')
      sent.stream.destroy()
      if (sent.size !== Number(size)) {
        await sent.drop()
        fail('file.differs')
      }
      if (!(await sent.keep())) fail('file.differs')
      return readFile(work, row)
    },
    get: ({ trx, viewer, row }) => show(trx, viewer, row),
    choose: ({ work, row, body }) => choose(work, row, body),
    preview: async ({ trx, viewer, row, query }) => {
      if (row.source === 'pages') return []
      const import_ = await whole(trx, row.id)
      const plan = planOf(await matchesOf(trx, viewer, import_))
      const after = Number(query.after ?? 0) || 0
      const rows: { line: number; cells: unknown }[] = await trx('import_rows')
        .where('import', row.id)
        .whereNull('fault')
        .where('line', '>', after)
        .orderBy('nth')
        .limit(SHOWN * 10)
        .select('line', 'cells')
      return rows.flatMap(({ line, cells }) => previewOf(import_, plan, line, cells) ?? []).slice(0, SHOWN)
    },
    check: ({ work, row }) => check(work, row),
    run: ({ work, row }) => run(work, row),
    stop: ({ work, row, body }) => stop(work, row, body.undo ?? false),
    undo: ({ work, row }) => undo(work, row),
    again: ({ work, row }) => againImport(work, row),
    faults: async ({ trx, row, query }) => {
      const ask = readPage({ ...query, per_page: query.per_page ?? (query.cursor ? undefined : PAGE) })
      const rows = () => {
        const found = trx('import_faults').where('import', row.id)
        if (query.only) found[query.only === 'skipped' ? 'where' : 'whereNot']('effect', 'skipped')
        return found
      }
      const page: ImportFault[] = await rows()
        .orderBy('id')
        .limit(ask.size)
        .offset(ask.page * ask.size)
        .select('id', 'line', 'key', 'said', 'words', 'effect')
      const total = await countOf(rows())
      return envelope(
        ask,
        total,
        total,
        page.length,
        page.map(one => ({ ...one, id: Number(one.id) })),
      )
    },
    faultsFile: async ({ row, ctx }) => {
      ctx.set('Content-Disposition', 'attachment; filename="faults.csv"')
      ctx.type = 'text/csv'
      return Readable.from(faultLines(server.db, row.id)) as never
    },
    remove: async ({ work, row }) => {
      await forget(work, files.store, await whole(work.trx, row.id))
    },
  }
  mount(server, importRoutes, handlers, {
    presenter: { as: Import.schema, show: async (_: unknown, row: Import) => row },
    again: { create: ask => begun(ask, ask.row) },
  })
}
