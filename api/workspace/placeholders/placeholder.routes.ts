import { fail } from '#contract/errors.ts'
import { Job } from '#contract/workspace/jobs.ts'
import { GIVE_PLACEHOLDER, Placeholder, placeholderRoutes } from '#contract/workspace/placeholders.ts'
import { insert } from '../../db/rows.ts'
import { countOf, visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import { envelope, readPage } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { isPerson } from './give.queries.ts'

const OF_A_PAGE = '50'

export const mountPlaceholders = (server: Server) => {
  mount(
    server,
    placeholderRoutes,
    {
      list: async ({ trx, viewer, workspaceId, query }) => {
        const ask = readPage({ ...query, per_page: query.per_page ?? (query.cursor ? undefined : OF_A_PAGE) })
        const rows = () => visible(trx, Placeholder, viewer).where('workspace', workspaceId)
        const page = await rows()
          .orderBy(['name', 'id'])
          .limit(ask.size)
          .offset(ask.page * ask.size)
        const total = await countOf(rows())
        return envelope(ask, total, total, page.length, page)
      },
      give: async ({ work, workspaceId, row, body, viewer }) => {
        if (!(await isPerson(work.trx, workspaceId, body.member))) fail('placeholder.member')
        const input = { placeholder: row.id, name: row.name, member: body.member }
        return insert(work, Job, { workspace: workspaceId, user: viewer.id, kind: GIVE_PLACEHOLDER, input })
      },
    },
    { presenter: { as: Job.schema, show: async (_: unknown, row: Job) => row } },
  )
}
