/** What a person does with an import: each act is judged by the rights of its owner at that moment, and by its state. */
import type { z } from 'zod'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import {
  CONNECTION_DAYS,
  connectionNeeds,
  Import,
  type ImportChoices,
  type ImportState,
  type importRoutes,
  MAX_IMPORT_BYTES,
  sourceWays,
} from '#contract/workspace/imports.ts'
import { Job } from '#contract/workspace/jobs.ts'
import { lockedOne } from '../../db/locked.ts'
import { takeTurn } from '../../db/order.ts'
import { insert, remove, touch, update } from '../../db/rows.ts'
import type { Seal } from '../../db/seal.ts'
import { countOf, openProjects } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { type FileStore, newKey } from '../../files/store.ts'
import { IMPORT_CHECK } from './checkJob.ts'
import { lastChoices } from './choices.ts'
import { removeFiles } from './forgetting.ts'
import { sourceNames } from './match.ts'
import { importJobOver } from './over.ts'
import { closeArchive } from './pages/opened.ts'
import { isAdmin } from './place.ts'
import { IMPORT_READ } from './readJob.ts'
import { IMPORT_RUN } from './runJob.ts'
import { clearRows, keepBeside } from './staging/beside.ts'
import type { WholeRow } from './staging/rows.ts'
import { IMPORT_UNDO } from './undoJob.ts'

const DAY_MS = 86_400_000
/** So many letters of choices one import keeps. */
const MOST_CHOSEN = 2_000_000
/** So many imports of one person are begun and not at their end: each may keep a long file. */
const MOST_OPEN = 10
const OVER: ImportState[] = ['done', 'stopped', 'undone', 'failed']
type Body = z.infer<NonNullable<(typeof importRoutes)['create']['body']>>

/** Admins import anything; members a file into one project that they are members of. */
const judgeOwner = (work: Work, workspaceId: string, { project, file }: Pick<Body, 'project' | 'file'>) => {
  const isTheirs =
    project !== undefined &&
    openProjects(work.viewer, workspaceId).includes(project) &&
    can(work.viewer, 'import.into', {}, { workspace: workspaceId, project })
  if (project && !isTheirs) failFields({ project: [missingPk(project)] })
  if (isAdmin(work.viewer, workspaceId)) return
  if (!project || !file) fail('import.adminsOnly')
}

/** As lists show it: never an address with what else may be in it. */
const placeOf = (source: Body['source'], { place, url }: NonNullable<Body['connection']>): string =>
  place || (url && URL.canParse(url) ? new URL(url).host : sourceNames[source])

const judgeConnection = (source: Body['source'], connection: NonNullable<Body['connection']>) => {
  if (!sourceWays[source].includes('connection'))
    failFields({ connection: ['This tool is imported from a file.'] })
  const missing = (connectionNeeds[source] ?? []).filter(field => !connection[field])
  if (missing.length > 0)
    failFields({ connection: missing.map(field => `${field}: This field is required.`) })
  if (connection.url && !/^https?:\/\/[^\s/@]+(?:\/[^\s?#@]*)?$/.test(connection.url))
    failFields({ connection: ['url: Enter an address such as https://host, without a key in it.'] })
}

const begin = async (
  work: Work,
  row: Import,
  kind: string,
  state: ImportState,
  input: object = {},
): Promise<Import> => {
  const job = await insert(work, Job, {
    workspace: row.workspace,
    // Done with the rights of whoever begins it: an admin may undo another's.
    user: work.viewer.id,
    kind,
    input: { import: row.id, ...input },
    state: 'queued',
  })
  return update(work, Import, row, { state, job: job.id, said: null })
}

const judgeOpen = async (work: Work, workspaceId: string) => {
  await takeTurn(work, `imports of ${work.viewer.id}`)
  const open = await countOf(
    work
      .trx('imports')
      .where({ workspace: workspaceId, owner: work.viewer.id })
      .whereNotIn('state', OVER)
      .whereNull('deleted_at'),
  )
  if (open >= MOST_OPEN) fail('import.tooMany')
}

/** Writes a new import; the file's key is beside the wire. */
export const createImport = async (
  work: Work,
  seal: (name: string) => Seal,
  workspaceId: string,
  given: Body & { origin: string },
): Promise<Import> => {
  const { source, project = null, file, connection, origin } = given
  judgeOwner(work, workspaceId, given)
  if (!file && !connection) failFields({ file: ['This field is required.'] })
  const ways = sourceWays[source]
  if (connection) judgeConnection(source, connection)
  if (file && !ways.includes('file')) failFields({ file: ['This tool is imported by its API.'] })
  if (file && file.size > MAX_IMPORT_BYTES)
    fail('file.size', { error: `The file is larger than the limit of ${MAX_IMPORT_BYTES} bytes.` })
  await judgeOpen(work, workspaceId)
  const row = await insert(work, Import, {
    workspace: workspaceId,
    project,
    owner: work.viewer.id,
    source,
    name: file?.name ?? (connection ? placeOf(source, connection) : ''),
    state: 'new',
  })
  const beside = file
    ? { file: newKey(workspaceId), size: file.size }
    : {
        connection: seal('import').close(JSON.stringify(connection)),
        connection_until: new Date(Date.parse(work.now) + CONNECTION_DAYS * DAY_MS).toISOString(),
      }
  const choices = await lastChoices(work, { workspace: workspaceId, owner: work.viewer.id, source })
  await keepBeside(work, row.id, { ...beside, origin, choices })
  return connection ? begin(work, row, IMPORT_READ, 'reading') : row
}

/** Begins an import of the same source with the connection that another has kept: what is new there since is brought. */
export const againImport = async (work: Work, row: Import): Promise<Import> => {
  mustBe(row, 'done', 'stopped', 'undone')
  const { source, project, name, workspace } = row
  const kept = await work
    .trx('imports')
    .where('id', row.id)
    .first<Record<string, never>>('connection', 'connection_until', 'choices', 'origin')
  // The key is its owner's alone.
  if (row.owner !== work.viewer.id || !kept.connection) fail('import.noConnection')
  judgeOwner(work, workspace, { project: project ?? undefined, file: undefined })
  await judgeOpen(work, workspace)
  const made = await insert(work, Import, {
    workspace,
    project,
    owner: row.owner,
    source,
    name,
    state: 'new',
  })
  await keepBeside(work, made.id, kept)
  return begin(work, made, IMPORT_READ, 'reading')
}

const mustBe = (row: Import, ...states: ImportState[]) => {
  if (!states.includes(row.state))
    fail('import.state', { error: `This import is ${row.state}: it cannot do that now.`, state: row.state })
}

export const readFile = (work: Work, row: Import): Promise<Import> => {
  mustBe(row, 'new')
  return begin(work, row, IMPORT_READ, 'reading')
}

/** Keeps choices beside those made before; other columns or another order of dates mean that the values are counted anew. */
export const choose = async (work: Work, row: Import, given: ImportChoices): Promise<Import> => {
  mustBe(row, 'matching', 'checked')
  const kept = await work.trx('imports').where('id', row.id).first<{ choices: ImportChoices }>('choices')
  const choices: ImportChoices = { ...kept.choices }
  for (const [kind, values] of Object.entries(given))
    Object.assign(choices, {
      [kind]:
        typeof values === 'object'
          ? { ...(choices[kind as keyof ImportChoices] as object), ...values }
          : values,
    })
  if (JSON.stringify(choices).length > MOST_CHOSEN) fail('import.tooManyChoices')
  await keepBeside(work, row.id, { choices })
  if (row.source !== 'pages' && (given.columns || given.dates))
    return begin(work, row, IMPORT_READ, 'reading', { from: 'values' })
  return row.state === 'matching'
    ? touch(work, Import, row)
    : update(work, Import, row, { state: 'matching' })
}

export const check = (work: Work, row: Import): Promise<Import> => {
  mustBe(row, 'matching', 'checked')
  return begin(work, row, IMPORT_CHECK, 'checking')
}

export const run = (work: Work, row: Import): Promise<Import> => {
  mustBe(row, 'checked')
  return begin(work, row, IMPORT_RUN, 'running')
}

export const undo = (work: Work, row: Import): Promise<Import> => {
  mustBe(row, 'done', 'stopped')
  if (!row.undo_until || row.undo_until < work.now) fail('import.undoOver')
  return begin(work, row, IMPORT_UNDO, 'undoing')
}

/** Ends the job that is under way. */
export const stop = async (work: Work, row: Import, isUndone: boolean): Promise<Import> => {
  mustBe(row, 'reading', 'checking', 'running', 'undoing')
  const job = row.job && (await lockedOne(work, Job, { id: row.job }))
  if (job && (job.state === 'queued' || job.state === 'running')) {
    await update(work, Job, job, { state: 'cancelled', ended_at: work.now })
    await importJobOver(work, job, null)
  }
  const now = (await lockedOne(work, Import, { id: row.id })) ?? row
  return isUndone && now.state === 'stopped' ? undo(work, now) : now
}

export const forget = async (work: Work, store: FileStore, row: WholeRow): Promise<void> => {
  mustBe(row, 'new', 'matching', 'checked', 'done', 'stopped', 'undone', 'failed')
  closeArchive(row.id)
  await removeFiles(work.trx, store, row)
  await remove(work, Import, row)
  await clearRows(work, row.id)
  await keepBeside(work, row.id, { connection: null })
}
