/** Work brought in from other tools: read, matched, tried without writing, then written as one change that can be undone. */
import { z } from 'zod'
import { audit, blankable, datetime, entity, id, pageOf, revision, route, uuid } from '../define.ts'
import { ADMIN, any, GUEST, MEMBER, own, workspaceRole } from '../rules.ts'
import { priorities } from '../work/issues.ts'

/** Where work comes from; `csv` is any list of lines and columns, as CSV or XLSX, `pages` a zip of pages as Markdown or HTML. */
export const importSources = [
  'csv',
  'plane',
  'linear',
  'jira',
  'github',
  'gitlab',
  'trello',
  'asana',
  'pages',
] as const
export type ImportSource = (typeof importSources)[number]

/** How each comes: by a file, or by a connection to it. */
export const sourceWays: Record<ImportSource, readonly ('file' | 'connection')[]> = {
  csv: ['file'],
  plane: ['connection', 'file'],
  linear: ['connection', 'file'],
  jira: ['connection', 'file'],
  github: ['connection', 'file'],
  gitlab: ['connection', 'file'],
  trello: ['file'],
  asana: ['file'],
  pages: ['file'],
}

/** What a connection has to say beside its key. */
export const connectionNeeds: Partial<Record<ImportSource, readonly ('url' | 'place')[]>> = {
  plane: ['url', 'place'],
  jira: ['url', 'place'],
  github: ['place'],
  gitlab: ['place'],
}

/** `new`: its file is awaited. `matching` and `checked` wait for a person; `stopped` was ended while it wrote. */
export const importStates = [
  'new',
  'reading',
  'matching',
  'checking',
  'checked',
  'running',
  'done',
  'stopped',
  'undoing',
  'undone',
  'failed',
] as const
export type ImportState = (typeof importStates)[number]
/** A job is at work on it. */
export const UNDER_WAY = ['reading', 'checking', 'running', 'undoing'] as const satisfies ImportState[]

/** So long an import can be undone, and so long the key of its source is kept. */
export const UNDO_DAYS = 7
export const CONNECTION_DAYS = 30
export const MAX_IMPORT_BYTES = 500_000_000
/** A board or list as JSON: what its issues name is held in memory while they are read. */
export const MAX_JSON_BYTES = 100_000_000
export const MOST_ROWS = 200_000
export const MOST_COLUMNS = 300

export const Import = entity({
  name: 'import',
  table: 'imports',
  scope: 'workspace',
  place: { workspace: 'workspace', user: 'owner' },
  kept: 'asked',
  read: any(workspaceRole(ADMIN), own('owner')),
  shape: {
    id,
    ...audit,
    workspace: id,
    /** Where one project alone takes it all. */
    project: id.nullable(),
    owner: id,
    source: z.enum(importSources),
    /** Its file, or the place of its source. */
    name: z.string(),
    state: z.enum(importStates),
    /** The job that reads, checks, writes or undoes it at present, or was the last to do so. */
    job: id.nullable(),
    rows: z.number().int(),
    new_count: z.number().int(),
    matched_count: z.number().int(),
    skipped_count: z.number().int(),
    /** Values that could not be taken, of issues that were. */
    empty_count: z.number().int(),
    said: z.string().nullable(),
    ended_at: datetime.nullable(),
    undo_until: datetime.nullable(),
    undone_at: datetime.nullable(),
    undone_by: id.nullable(),
    ...revision,
  },
})
export type Import = z.infer<typeof Import.schema>

/** The parts of an issue that a column can become. `label`, `line` and `link` keep what has no part of its own. */
export const columnTargets = [
  'key',
  'other_key',
  'name',
  'text',
  'project',
  'state',
  'state_group',
  'priority',
  'labels',
  'assignees',
  'author',
  'start_date',
  'target_date',
  'created_at',
  'updated_at',
  'completed_at',
  'archived_at',
  'estimate',
  'parent',
  'blocked_by',
  'blocking',
  'relates_to',
  'duplicate_of',
  'cycle',
  'cycle_start',
  'cycle_end',
  'module',
  'comment',
  'file',
  'address',
  'label',
  'line',
  'link',
  'skip',
] as const
export type ColumnTarget = (typeof columnTargets)[number]

export const stateGroups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const
const name = z.string().max(255)

/** So many letters of choices of one kind. */
const MOST_CHOICES = 400_000
const chosen = <T extends z.ZodType>(one: T) =>
  z.record(z.string(), one).refine(value => JSON.stringify(value).length <= MOST_CHOICES, {
    error: `Ensure this field has no more than ${MOST_CHOICES} characters.`,
    // Said of a value that is wrong in other ways as well.
    when: () => true,
  })

/** What a person chose, by the value of the source; the rest is answered by guesses. */
export const ImportChoices = z.object({
  columns: chosen(z.object({ to: z.enum(columnTargets) })).optional(),
  projects: chosen(
    z.object({
      to: z.enum(['new', 'into', 'skip']),
      id: uuid.optional(),
      name: name.optional(),
      identifier: z.string().max(12).optional(),
    }),
  ).optional(),
  states: chosen(z.object({ name, group: z.enum(stateGroups) })).optional(),
  people: chosen(
    z.object({
      to: z.enum(['member', 'invite', 'name', 'none']),
      id: uuid.optional(),
      role: z.union([z.literal(GUEST), z.literal(MEMBER)]).optional(),
    }),
  ).optional(),
  labels: chosen(z.object({ name: name.nullable() })).optional(),
  priorities: chosen(z.object({ to: z.enum(priorities) })).optional(),
  estimates: chosen(z.object({ value: z.string().max(20).nullable() })).optional(),
  /** Which of day and month comes first in dates that could be read both ways. */
  dates: z.enum(['day', 'month']).optional(),
})
export type ImportChoices = z.infer<typeof ImportChoices>
export const matchKinds = [
  'projects',
  'states',
  'people',
  'labels',
  'priorities',
  'estimates',
  'columns',
] as const
export type MatchKind = (typeof matchKinds)[number]

/** The answer to one value of the source: where it goes, why, and whether a person should look at it. */
export const Match = z.object({
  value: z.string(),
  detail: z.string(),
  count: z.number().int(),
  to: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  reason: z.string(),
  /** A guess or a clash, on which nobody has decided yet. */
  is_open: z.boolean(),
  is_left_out: z.boolean(),
})
export type Match = z.infer<typeof Match>

/** How its file was read. */
export const ImportFormat = z.object({
  kind: z.string(),
  encoding: z.string(),
  delimiter: z.string(),
  /** Which of day and month comes first, where its dates say so. */
  dates: z.enum(['day', 'month']).nullable(),
})
export type ImportFormat = z.infer<typeof ImportFormat>

const Counts = z.object({ found: z.number().int(), made: z.number().int(), missing: z.number().int() })
/** What a dry run found that the import would do, or what an import has done, by project and by kind. */
export const ImportOutcome = z.object({
  projects: z.array(
    z.object({
      value: z.string(),
      id: id.nullable(),
      name: z.string(),
      is_new: z.boolean(),
      rows: z.number().int(),
      new: z.number().int(),
      matched: z.number().int(),
      skipped: z.number().int(),
      comments: z.number().int(),
    }),
  ),
  kinds: z.record(z.string(), Counts),
  /** Of the matched: so many have newer values in the source. */
  changed: z.number().int(),
  invited: z.array(z.string()),
  took_ms: z.number().int(),
  at: datetime,
})
export type ImportOutcome = z.infer<typeof ImportOutcome>

export const ImportFault = z.object({
  id: z.number().int(),
  line: z.number().int(),
  key: z.string(),
  said: z.string(),
  words: z.string(),
  /** `skipped`, or the part that stays empty. */
  effect: z.string(),
})
export type ImportFault = z.infer<typeof ImportFault>

/** Of an issue as it will look. */
export const ImportPreview = z.object({
  line: z.number().int(),
  key: z.string(),
  was: z.string().nullable(),
  name: z.string(),
  state: z.string(),
  group: z.string(),
  priority: z.enum(priorities),
  labels: z.array(z.string()),
  assignees: z.array(z.string()),
  target_date: z.string().nullable(),
  estimate: z.string().nullable(),
  added: z.array(z.string()),
})

export type ImportPreview = z.infer<typeof ImportPreview>

export const WholeImport = z.object({
  ...Import.schema.shape,
  format: ImportFormat.nullable(),
  matches: z.record(z.enum(matchKinds), z.array(Match)),
  outcome: ImportOutcome.nullable(),
  fault_count: z.number().int(),
  /** The key of its source is kept for its owner: it can be asked again for what is new. */
  is_connected: z.boolean(),
  /** Issues that people have changed here since it ended; an undo keeps them. */
  edited_since: z.number().int(),
})
export type WholeImport = z.infer<typeof WholeImport>

const ws = '/api/workspaces/:ws' as const
const at = `${ws}/imports` as const
const one = { in: 'workspace', target: Import, param: 'importId', action: 'import.own' } as const
const paging = z.object({ per_page: z.string().optional(), cursor: z.string().optional() })

export const importRoutes = {
  list: route({
    method: 'GET',
    path: `${at}/`,
    action: 'import.list',
    in: 'workspace',
    query: paging.extend({ under_way: z.literal('true').optional() }),
    answer: pageOf(z.array(Import.schema)),
    summary:
      'Imports, the newest first: of the workspace for its admins, one’s own for others; with `under_way` those that are at work alone.',
  }),
  create: route({
    method: 'POST',
    path: `${at}/`,
    action: 'import.create',
    in: 'workspace',
    creates: Import,
    body: z.object({
      source: z.enum(importSources),
      /** The project that takes everything; a member who is no admin has to name one of theirs. */
      project: uuid.optional(),
      file: z.object({ name: z.string().trim().min(1).max(255), size: z.number().int().min(1) }).optional(),
      /** Instead of a file: where the source is, what of it, and the key that opens it. */
      connection: z
        .object({
          url: z.string().trim().max(1024).optional(),
          place: blankable(255).optional(),
          user: blankable(255).optional(),
          key: z.string().trim().min(1).max(4096),
        })
        .optional(),
    }),
    status: 201,
    answer: z.object({
      import: Import.schema,
      /** Where its file is to be sent, as a form with these fields and then the file. */
      upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }).nullable(),
    }),
    summary: 'Begins an import: by a file, or by a connection to its source, which is read at once.',
  }),
  uploaded: route({
    ...one,
    method: 'POST',
    path: `${at}/:importId/uploaded/`,
    answer: Import.schema,
    summary: 'Says that the file was sent: it is read from now on.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${at}/:importId/`,
    answer: WholeImport,
    summary:
      'One import: what was found, where each value goes and why, and what the dry run or the import came to.',
  }),
  choose: route({
    ...one,
    method: 'PATCH',
    path: `${at}/:importId/`,
    body: ImportChoices,
    answer: Import.schema,
    summary: 'Chooses where values go; what is not named stays as it was chosen or guessed.',
  }),
  preview: route({
    ...one,
    method: 'GET',
    path: `${at}/:importId/preview/`,
    query: z.object({ after: z.string().optional() }),
    answer: z.array(ImportPreview),
    summary: 'Three issues as they will look.',
  }),
  check: route({
    ...one,
    method: 'POST',
    path: `${at}/:importId/check/`,
    answer: Import.schema,
    summary: 'A dry run: nothing is written, and its outcome and faults say what would be.',
  }),
  run: route({
    ...one,
    method: 'POST',
    path: `${at}/:importId/run/`,
    answer: Import.schema,
    summary: 'Writes what the dry run found.',
  }),
  stop: route({
    ...one,
    method: 'POST',
    path: `${at}/:importId/stop/`,
    body: z.object({ undo: z.boolean().optional() }),
    answer: Import.schema,
    summary: 'Ends what is under way; what was written stays, or is undone with `undo`.',
  }),
  undo: route({
    ...one,
    method: 'POST',
    path: `${at}/:importId/undo/`,
    answer: Import.schema,
    summary: 'Takes out what the import brought, within seven days; what people have changed since stays.',
  }),
  again: route({
    ...one,
    method: 'POST',
    path: `${at}/:importId/again/`,
    creates: Import,
    answer: Import.schema,
    summary: 'Begins a new import of the same source with the connection that this one has kept.',
  }),
  faults: route({
    ...one,
    method: 'GET',
    path: `${at}/:importId/faults/`,
    query: paging.extend({ only: z.enum(['skipped', 'empty']).optional() }),
    answer: pageOf(z.array(ImportFault)),
    summary: 'What could not be taken, by line.',
  }),
  faultsFile: route({
    ...one,
    method: 'GET',
    path: `${at}/:importId/faults-file/`,
    raw: 'text/csv',
    summary: 'The faults as CSV.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${at}/:importId/`,
    summary: 'Forgets an import that is not under way, with its file; what it brought stays.',
  }),
}
