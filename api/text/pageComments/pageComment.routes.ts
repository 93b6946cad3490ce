import { pageCommentRoutes } from '#contract/text/pageComments.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { listComments } from './pageComment.queries.ts'
import {
  anchorThread,
  createComment,
  deleteComment,
  reopenThread,
  resolveThread,
  restoreComment,
  updateComment,
} from './pageComment.service.ts'

export const mountPageComments = (server: Server) =>
  mount(server, pageCommentRoutes, {
    list: ({ viewer, trx, row, query }) => listComments(trx, viewer, row.id, query),
    create: ({ work, row, body }) => createComment(work, row, body),
    get: async ({ row }) => row,
    update: ({ work, row, body }) => updateComment(work, row, body.comment_html),
    anchor: ({ work, row, body }) => anchorThread(work, row, body),
    remove: ({ work, row }) => deleteComment(work, row),
    restore: ({ work, row, params }) => restoreComment(work, row, params.commentId),
    resolve: ({ work, row }) => resolveThread(work, row),
    reopen: ({ work, row }) => reopenThread(work, row),
  })
