import { fail } from '#contract/errors.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import { issueTextRoutes } from '#contract/work/issueText.ts'
import { inWork } from '../../db/work.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { askedBase, tellTaken, tellVersion } from '../../text/documents/textHeaders.ts'
import { mergeBinary, readBinary } from '../../text/documents/write.ts'

export const mountIssueText = (server: Server) =>
  mount(server, issueTextRoutes, {
    getBinary: async ({ viewer, row, ctx }) => {
      const { result } = await inWork(server.db, { viewer }, work => readBinary(work, 'issue', row))
      tellVersion(ctx, result.version)
      return Buffer.from(result.state)
    },
    updateBinary: async ({ work, row, body, ctx }) => {
      if (!isActive(row)) fail('issue.notFound')
      tellTaken(ctx, await mergeBinary(work, 'issue', row, body, askedBase(ctx)))
    },
  })
