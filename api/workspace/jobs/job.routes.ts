import { Readable } from 'node:stream'
import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import { exportRoutes, type Fault, Job, jobRoutes } from '#contract/workspace/jobs.ts'
import { takeTurn } from '../../db/order.ts'
import { insert, update } from '../../db/rows.ts'
import { countOf, NEWEST, openProjects, visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import { envelope, readPage } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { EXPORT_ISSUES } from './exportIssues.ts'

const JOBS_OF_A_PAGE = '50'
/** So many of one person wait or run in a workspace. */
const MOST_OPEN = 10

const isOver = ({ state }: Job) => state !== 'queued' && state !== 'running'

// One part at a time: the file may be long, and its reader slow.
async function* partsOf(db: Knex, job: string) {
  for (let nth = -1; ; ) {
    const part = await db('job_parts')
      .where({ job })
      .where('nth', '>', nth)
      .orderBy('nth')
      .first<{ nth: number; text: string } | undefined>('nth', 'text')
    if (!part) return
    nth = part.nth
    yield part.text
  }
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
      cancel: async ({ work, row }) =>
        isOver(row) ? row : update(work, Job, row, { state: 'cancelled', ended_at: work.now }),
      file: async ({ trx, row, ctx }) => {
        const hasFile = row.state === 'done' && (await trx('job_parts').where('job', row.id).first('nth'))
        if (!hasFile) fail('job.noFile')
        ctx.set('Content-Disposition', 'attachment; filename="issues.csv"')
        return Readable.from(partsOf(server.db, row.id)) as never
      },
    },
    { presenter: { as: Job.schema, show: async (_: unknown, row: Job) => row } },
  )
  mount(server, exportRoutes, {
    create: async ({ work, workspaceId, viewer, body }) => {
      if (body.provider !== 'csv') fail('job.providerUnknown')
      const mine = openProjects(viewer, workspaceId)
      const projects = body.project?.length ? body.project : mine
      if (projects.some(id => !mine.includes(id))) fail('job.projectUnknown')
      await takeTurn(work, `jobs ${viewer.id} ${workspaceId}`)
      const open = await countOf(
        visible(work.trx, Job, viewer)
          .where('workspace', workspaceId)
          .whereIn('state', ['queued', 'running']),
      )
      if (open >= MOST_OPEN) fail('job.tooMany')
      await insert(work, Job, {
        workspace: workspaceId,
        user: viewer.id,
        kind: EXPORT_ISSUES,
        input: { projects },
      })
    },
  })
}
