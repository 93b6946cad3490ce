import { pageVersionRoutes } from '#contract/text/pageVersions.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { composeVersion, findVersion, listVersions } from '../documents/versions.ts'
import { renameVersion, restoreVersion } from '../documents/write.ts'
import { mustTakeText } from './page.service.ts'

export const mountPageVersions = (server: Server) =>
  mount(
    server,
    pageVersionRoutes,
    {
      list: ({ trx, row }) => listVersions(trx, row.id),
      get: async ({ trx, row, params }) =>
        composeVersion(trx, await findVersion(trx, row.id, params.versionId)),
      rename: ({ work, row, params, body }) => renameVersion(work, row, params.versionId, body.name || null),
      restore: async ({ work, row, params }) => {
        mustTakeText(row)
        await restoreVersion(work, row, params.versionId)
      },
    },
    {
      again: {
        rename: async ({ trx, params }) => {
          const { state: _, ...version } = await findVersion(trx, params.pageId, params.versionId)
          return version
        },
      },
    },
  )
