/** A workspace as one file, which makes a workspace again elsewhere; `docs/archive.md` describes the file. */
import { z } from 'zod'
import { datetime, id, route, uuid } from '../define.ts'
import { announcedAnswer } from '../files/files.ts'
import { Fault, Job } from './jobs.ts'

/** The kinds of the two jobs. */
export const ARCHIVE = 'archive'
export const BRING_ARCHIVE = 'bring_archive'

export const ARCHIVE_FORMAT = 'tandem-archive'
export const ARCHIVE_VERSION = 1

const sum = z.object({
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  lines: z.number().int().min(0),
})

const leftOut = z.object({ pages: z.number().int(), projects: z.number().int() })

/** `manifest.json`, written last: what is in the archive, and by which checksums it is whole. */
export const ArchiveManifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.number().int(),
  program: z.string(),
  made_at: datetime,
  made_by: uuid,
  parts: z.object({ files: z.boolean(), history: z.boolean() }),
  workspace: z.object({
    id: uuid,
    name: z.string(),
    slug: z.string(),
    organization_size: z.string().nullable(),
    timezone: z.string(),
    logo: z.string().nullable(),
    logo_asset: uuid.nullable(),
    logo_url: z.string().nullable(),
    owner_id: uuid,
    created_at: datetime,
  }),
  projects: z.number().int(),
  left_out: leftOut,
  entries: z.record(z.string(), sum),
})
export type ArchiveManifest = z.infer<typeof ArchiveManifest>

const ws = '/api/workspaces/:ws/archives/' as const
const api = '/api/archives/' as const

/** A job that brings an archive, for its owner alone: until it is done its workspace is nowhere. */
export const BroughtArchive = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  created_at: datetime,
  state: Job.schema.shape.state,
  phases: Job.schema.shape.phases,
  said: z.string().nullable(),
  result: Job.schema.shape.result,
  fault_count: z.number().int(),
  faults: z.array(Fault),
})
export type BroughtArchive = z.infer<typeof BroughtArchive>

export const archiveRoutes = {
  contents: route({
    method: 'GET',
    path: ws,
    action: 'archive.make',
    in: 'workspace',
    scope: 'connections',
    answer: z.object({
      counts: z.record(z.string(), z.number().int()),
      bytes: z.number().int(),
      left_out: leftOut,
    }),
    summary:
      'What an archive would hold that the caller made now: rows by table, bytes of files, and what they may not see.',
  }),
  make: route({
    method: 'POST',
    path: ws,
    action: 'archive.make',
    in: 'workspace',
    scope: 'connections',
    creates: Job,
    status: 201,
    body: z.object({ files: z.boolean().default(true), history: z.boolean().default(true) }),
    answer: Job.schema,
    summary: 'Begins a job that writes all that the caller sees of the workspace into one archive.',
  }),
  announce: route({
    method: 'POST',
    path: api,
    action: 'workspace.create',
    in: 'session',
    body: z.object({ size: z.number().int().min(1) }),
    answer: announcedAnswer,
    summary: 'Announces an archive of a workspace and answers where to send it.',
  }),
  brought: route({
    method: 'GET',
    path: api,
    action: 'workspace.list',
    in: 'session',
    answer: z.array(BroughtArchive),
    summary: 'The caller’s archives on their way in, the newest first: the last ten.',
  }),
  bring: route({
    method: 'POST',
    path: `${api}:assetId/`,
    action: 'workspace.create',
    in: 'session',
    creates: Job,
    status: 201,
    body: z.object({ name: z.string().optional(), slug: z.string().optional() }),
    answer: BroughtArchive,
    summary: 'Begins a job that makes a new workspace of an archive that was sent.',
  }),
  one: route({
    method: 'GET',
    path: `${api}jobs/:jobId/`,
    action: 'workspace.list',
    in: 'session',
    target: Job,
    param: 'jobId',
    answer: BroughtArchive,
    summary: 'How far an archive has come, with the faults of its lines.',
  }),
  stop: route({
    method: 'POST',
    path: `${api}jobs/:jobId/cancel/`,
    action: 'workspace.list',
    in: 'session',
    target: Job,
    param: 'jobId',
    answer: BroughtArchive,
    summary: 'Stops the way in of an archive: nothing of it stays.',
  }),
}
