import { Readable } from 'node:stream'
import { fail } from '#contract/errors.ts'
import { MOST_PAGES, pageEndings, pageFileRoutes } from '#contract/text/pageFiles.ts'
import { Page } from '#contract/text/pages.ts'
import { Job } from '#contract/workspace/jobs.ts'
import { countOf, visible } from '../../db/visible.ts'
import { disposition } from '../../files/fileName.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { EXPORT_PAGES, type PagesInput } from '../../workspace/jobs/exportPages.ts'
import { beginJob } from '../../workspace/jobs/job.service.ts'
import { placeOfTexts } from '../documents/markdown.ts'
import { safeName } from './fileNames.ts'
import { pageAlone, WHOLE_ROOM, writePage } from './pageFile.service.ts'

export const mountPageFiles = (server: Server) =>
  mount(
    server,
    pageFileRoutes,
    {
      ofPage: async ask => {
        const { trx, viewer, row, query, ctx } = ask
        const { format = 'markdown', images } = query
        const name = safeName(row.name)
        const file = await writePage(trx, viewer, row, {
          ...{ format, images: images !== 'false', path: name, room: WHOLE_ROOM },
          ...(await placeOfTexts(server, ask)(trx)),
          pathsOf: async () => new Map(),
        })
        const called = `${name}.${pageEndings[format]}`
        const isArchive = file.files.length > 0
        ctx.set('Content-Disposition', disposition('attachment', isArchive ? `${name}.zip` : called))
        ctx.type = isArchive ? 'application/zip' : `text/${format}; charset=utf-8`
        return Readable.from(pageAlone(server.files.store, called, file)) as never
      },
      exportPages: async ask => {
        const { work, viewer, workspaceId, projectId, body } = ask
        const pages = await countOf(visible(work.trx, Page, viewer).where('project_id', projectId))
        if (pages > MOST_PAGES) fail('page.tooMany')
        const { origin } = await placeOfTexts(server, ask)(work.trx)
        const input: PagesInput = { format: body.format ?? 'markdown', origin }
        return beginJob(work, { workspace: workspaceId, project: projectId, kind: EXPORT_PAGES, input })
      },
    },
    { presenter: { as: Job.schema, show: async (_: unknown, row: Job) => row } },
  )
