import { randomBytes } from 'node:crypto'
import { fail, failFields } from '#contract/errors.ts'
import { Picture } from '#contract/files/files.ts'
import { ARCHIVE, archiveRoutes, BRING_ARCHIVE, type BroughtArchive } from '#contract/workspace/archives.ts'
import { type Fault, Job } from '#contract/workspace/jobs.ts'
import { lockedOne } from '../../db/locked.ts'
import { takeTurn } from '../../db/order.ts'
import { insert, update } from '../../db/rows.ts'
import { countOf, NEWEST, visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { confirmedFile, newFile } from '../../files/file.service.ts'
import { announcer } from '../../files/transfer.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { judgeCreation, reserveWorkspace } from '../workspaces/workspace.service.ts'
import { contentsOf } from './archive.ts'
import type { Checkpoint } from './bring.ts'

const MOST_SHOWN = 10
const UPLOAD = { entity_type: 'WORKSPACE_ARCHIVE' } as const
const open = ['queued', 'running']

/** So many of one person wait or run: each reads, or writes, a whole workspace. */
const MOST = { [ARCHIVE]: 3, [BRING_ARCHIVE]: 1 } as const

const judgeOpen = async (work: Work, kind: keyof typeof MOST) => {
  await takeTurn(work, `${kind} ${work.viewer.id}`)
  const jobs = visible(work.trx, Job, work.viewer).where('kind', kind).whereIn('state', open)
  if ((await countOf(jobs)) >= MOST[kind]) fail('archive.underWay')
}

type Reading = Pick<Ask, 'trx' | 'viewer'>
const shownJobs = async ({ trx }: Reading, jobs: Job[]): Promise<BroughtArchive[]> => {
  const rows: { id: string; name: string; slug: string; faults: Fault[] }[] = await trx('jobs as j')
    .join('workspaces as w', 'w.id', 'j.workspace')
    .whereIn(
      'j.id',
      jobs.map(({ id }) => id),
    )
    .select('j.id', 'j.faults', trx.raw(`j.input->>'name' as name, j.input->>'slug' as slug`))
  const beside = new Map(rows.map(row => [row.id, row]))
  return jobs.flatMap(({ id, created_at, state, phases, said, result, fault_count }) => {
    const own = beside.get(id)
    return own ? [{ ...own, created_at, state, phases, said, result, fault_count }] : []
  })
}
const shown = async (ask: Reading, job: Job): Promise<BroughtArchive> =>
  (job.kind === BRING_ARCHIVE ? (await shownJobs(ask, [job]))[0] : undefined) ?? fail('row.notFound')

/** Of one person there is one upload: announced again, it takes the place of the one before. */
const announced = async (work: Work, server: Server, size: number) => {
  const limit = server.settings.archiveSizeLimit
  if (size > limit) failFields({ size: [`An archive has at most ${limit} bytes here.`] })
  const file = newFile(work, work.viewer.id, { name: 'archive.zip', type: 'application/zip', size })
  const known = await lockedOne(work, Picture, { ...UPLOAD, user: work.viewer.id })
  if (!known) return insert(work, Picture, { ...file, ...UPLOAD, asset_url: '' })
  await server.files.store.remove(known.asset)
  return update(work, Picture, known, { attributes: file.attributes, size, is_uploaded: false })
}

const begun = async (
  work: Work,
  server: Server,
  uploadId: string,
  names: { name?: string | undefined; slug?: string | undefined },
) => {
  await judgeCreation(work, server)
  await judgeOpen(work, BRING_ARCHIVE)
  const upload =
    (await lockedOne(work, Picture, { ...UPLOAD, id: uploadId, user: work.viewer.id })) ??
    fail('file.notFound')
  await update(work, Picture, upload, await confirmedFile(server.files.store, upload))
  const { id: workspace, name, slug } = await reserveWorkspace(work, names)
  const checkpoint: Checkpoint = {
    salt: randomBytes(16).toString('hex'),
    upload: { id: upload.id, key: upload.asset, size: upload.size },
    ...{ people: {}, matched: 0, table: 0, line: 0, file: 0, skipped: [] },
  }
  return insert(work, Job, {
    ...{ workspace, user: work.viewer.id, kind: BRING_ARCHIVE, input: { name, slug } },
    checkpoint,
  })
}

export const mountArchives = (server: Server) => {
  const announce = announcer(server)
  mount(
    server,
    archiveRoutes,
    {
      contents: ({ viewer, workspaceId }) => contentsOf(server.db, viewer.id, workspaceId),
      make: async ({ work, workspaceId, viewer, body }) => {
        await judgeOpen(work, ARCHIVE)
        return insert(work, Job, { workspace: workspaceId, user: viewer.id, kind: ARCHIVE, input: body })
      },
      announce: async ({ work, body, ctx }) => {
        await judgeCreation(work, server)
        await judgeOpen(work, BRING_ARCHIVE)
        return announce(ctx, await announced(work, server, body.size))
      },
      brought: async ask => {
        const jobs = visible(ask.trx, Job, ask.viewer).where('kind', BRING_ARCHIVE)
        return shownJobs(ask, await jobs.orderBy(NEWEST).limit(MOST_SHOWN))
      },
      bring: async ask => shown(ask, await begun(ask.work, server, ask.params.assetId, ask.body)),
      one: ask => shown(ask, ask.row),
      stop: async ask => {
        const { work, row } = ask
        if (row.kind !== BRING_ARCHIVE) fail('row.notFound')
        const isOver = !open.includes(row.state)
        return shown(
          ask,
          isOver ? row : await update(work, Job, row, { state: 'cancelled', ended_at: work.now }),
        )
      },
    },
    {
      presenter: { as: Job.schema, show: async (_: unknown, row: Job) => row },
      again: {
        announce: async ({ trx, viewer, ctx }) => {
          const row: Picture | undefined = await trx('file_assets')
            .where({ ...UPLOAD, user: viewer.id })
            .first(Picture.columns)
          return announce(ctx, row ?? fail('file.notFound'))
        },
        bring: ask => shown(ask, ask.row as Job),
        stop: ask => shown(ask, ask.row as Job),
      },
    },
  )
}
