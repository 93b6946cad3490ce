import type { Knex } from 'knex'
import { type Comment, Comment as CommentEntity, commentRoutes } from '#contract/comments.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { visible } from '../db/visible.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'
import { createComment, deleteComment, restoreComment, updateComment } from './comment.service.ts'
import { composeComments } from './compose.ts'

const one = async (trx: Knex, viewer: ServerViewer, comment: Comment) =>
  (await composeComments(trx, viewer, [comment]))[0]!

export const mountComments = (server: Server) =>
  mount(
    server,
    commentRoutes,
    {
      list: async ({ viewer, trx, row }) =>
        composeComments(
          trx,
          viewer,
          await visible(trx, CommentEntity, viewer).where('issue', row.id).orderBy(['created_at', 'id']),
        ),
      create: async ({ viewer, work, row, body }) =>
        one(work.trx, viewer, await createComment(work, row, body)),
      get: ({ viewer, trx, row }) => one(trx, viewer, row),
      update: async ({ viewer, work, row, body }) =>
        one(work.trx, viewer, await updateComment(work, row, body)),
      remove: ({ work, row }) => deleteComment(work, row),
      restore: ({ work, row, params }) => restoreComment(work, row, params.commentId),
    },
    {
      create: async ({ viewer, trx, row }) => one(trx, viewer, row),
      update: async ({ viewer, trx, row }) => one(trx, viewer, row),
    },
  )
