import { Readable } from 'node:stream'
import type { z } from 'zod'
import { fail, must } from '#contract/errors.ts'
import { UserLite } from '#contract/people/users.ts'
import type { Viewer } from '#contract/rules.ts'
import { Issue } from '#contract/work/issues.ts'
import { ARCHIVE } from '#contract/workspace/archives.ts'
import {
  type ExportFormat,
  exportFormats,
  exportRoutes,
  type Fault,
  FILE_DAYS,
  Job,
  jobRoutes,
  listFileRoutes,
} from '#contract/workspace/jobs.ts'
import { update } from '../../db/rows.ts'
import { countOf, NEWEST, openProjects, visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import { envelope, readPage } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { archiveFile } from '../archives/archive.ts'
import { exportBytes, formats } from './exportFile.ts'
import { EXPORT_ISSUES, type ExportInput, HEAD } from './exportIssues.ts'
import { EXPORT_PAGES, pagesBytes } from './exportPages.ts'
import { beginJob } from './job.service.ts'
import { listFile } from './listFile.ts'
import { jobOver } from './over.ts'

const DAY_MS = 86_400_000
const JOBS_OF_A_PAGE = '50'

const isOver = ({ state }: Job) => state !== 'queued' && state !== 'running'

type Face = z.infer<typeof UserLite>

const isFormat = (name: string): name is ExportFormat => exportFormats.some(one => one === name)
const states = {
  queued: 'queued',
  running: 'processing',
  done: 'completed',
  failed: 'failed',
  cancelled: 'failed',
} as const

const hasFile = ({ state, ended_at }: Job) =>
  state === 'done' && Date.parse(ended_at ?? '') > Date.now() - FILE_DAYS * DAY_MS

/** An export as other clients know it. */
const exportOf = (ws: string, owners: Map<string, Face>) => (job: Job) => {
  const { id, created_at, updated_at, created_by, updated_by, state, said } = job
  const { projects, format } = job.input as ExportInput
  return {
    ...{ id, created_at, updated_at, created_by, updated_by },
    project: projects,
    provider: format,
    status: states[state],
    url: hasFile(job) ? `${jobRoutes.file.path.replace(':ws', ws).replace(':jobId', id)}?zip=1` : null,
    reason: said ?? '',
    initiated_by: job.user,
    initiated_by_detail: must(owners.get(job.user), 'its owner'),
  }
}

/** The projects asked for, or all that the viewer has joined; one that is not theirs is refused. */
const mayExport = (viewer: Viewer, workspaceId: string, asked: readonly string[] = []): string[] => {
  const mine = openProjects(viewer, workspaceId)
  if (asked.some(id => !mine.includes(id))) fail('job.projectUnknown')
  return asked.length > 0 ? [...asked] : mine
}

export const mountJobs = (server: Server) => {
  mount(
    server,
    jobRoutes,
    {
      list: async ({ viewer, trx, workspaceId, query }) => {
        const ask = readPage({
          ...query,
          per_page: query.per_page ?? (query.cursor ? undefined : JOBS_OF_A_PAGE),
        })
        const rows = () => visible(trx, Job, viewer).where('workspace', workspaceId)
        const page = await rows()
          .orderBy(NEWEST)
          .limit(ask.size)
          .offset(ask.page * ask.size)
        const total = await countOf(rows())
        return envelope(ask, total, total, page.length, page)
      },
      get: async ({ trx, row }) => {
        const { faults } = (await trx('jobs').where('id', row.id).first('faults')) as { faults: Fault[] }
        return { ...row, faults }
      },
      cancel: async ({ work, row }) => {
        if (isOver(row)) return row
        const ended = await update(work, Job, row, { state: 'cancelled', ended_at: work.now })
        await jobOver(work, row, null)
        return ended
      },
      file: async ({ trx, row, ctx, viewer, query }) => {
        if (row.kind === ARCHIVE) return archiveFile(server, viewer, row, ctx)
        const isKept = hasFile(row) && (await trx('job_parts').where('job', row.id).first('nth'))
        if (!isKept) fail('job.noFile')
        if (row.kind === EXPORT_PAGES) {
          ctx.set('Content-Disposition', `attachment; filename="pages-${row.created_at.slice(0, 10)}.zip"`)
          ctx.type = 'application/zip'
          return Readable.from(pagesBytes(server.db, server.files.store, row)) as never
        }
        const { format, isMany } = row.input as ExportInput
        const alone = isMany || query.zip !== undefined ? row.workspace : null
        const name = `issues-${row.created_at.slice(0, 10)}.${alone === null ? format : 'zip'}`
        ctx.set('Content-Disposition', `attachment; filename="${name}"`)
        ctx.type = alone === null ? formats[format].type : 'application/zip'
        return Readable.from(exportBytes(server.db, { job: row.id, format, alone, head: HEAD })) as never
      },
    },
    { presenter: { as: Job.schema, show: async (_: unknown, row: Job) => row } },
  )
  mount(server, listFileRoutes, {
    ofProject: async ask =>
      (await listFile(server.db, ask, { in: 'project', project: ask.projectId })) as never,
    ofWorkspace: async ask =>
      (await listFile(server.db, ask, { in: 'workspace', workspace: ask.workspaceId })) as never,
  })
  mount(server, exportRoutes, {
    exports: async ({ viewer, trx, workspaceId, query, params }) => {
      if (!query.per_page || !query.cursor) fail('job.pageRequired')
      const ask = readPage(query)
      const rows = () =>
        visible(trx, Job, viewer).where('workspace', workspaceId).where('kind', EXPORT_ISSUES)
      const page = await rows()
        .orderBy(NEWEST)
        .limit(ask.size)
        .offset(ask.page * ask.size)
      const total = await countOf(rows())
      const owners = await trx('users')
        .whereRaw('id = any(?::uuid[])', [page.map(({ user }) => user)])
        .select<Face[]>(Object.keys(UserLite.shape))
      const faces = new Map(owners.map(face => [face.id, face]))
      return envelope(ask, total, total, page.length, page.map(exportOf(params.ws, faces)))
    },
    countExport: async ({ viewer, trx, workspaceId, query }) => {
      const projects = mayExport(viewer, workspaceId, query.project?.split(',').filter(Boolean))
      return { issues: await countOf(visible(trx, Issue, viewer).whereIn('issues.project_id', projects)) }
    },
    exportIssues: async ({ work, workspaceId, viewer, body }) => {
      const format = body.provider
      if (!isFormat(format)) return fail('job.providerUnknown', { error: `Provider '${format}' not found.` })
      const projects = mayExport(viewer, workspaceId, body.project)
      const input: ExportInput = { projects, format, isMany: body.multiple ?? false }
      await beginJob(work, { workspace: workspaceId, kind: EXPORT_ISSUES, input })
    },
  })
}
