import { type Comment, Comment as CommentEntity, commentRoutes } from '#contract/comments.ts'
import { fail } from '#contract/errors.ts'
import { isUuid, visible } from '../db/visible.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'
import { createComment, deleteComment, restoreComment, updateComment } from './comment.service.ts'
import { composeComments } from './compose.ts'

export const mountComments = (server: Server) =>
  mount(
    server,
    commentRoutes,
    {
      list: async ({ viewer, trx, row }) =>
        composeComments(
          trx,
          viewer,
          (await visible(trx, CommentEntity, viewer)
            .where('issue', row.id)
            .orderBy(['created_at', 'id'])) as Comment[],
        ),
      create: async ({ viewer, work, row, body }) =>
        (await composeComments(work.trx, viewer, [await createComment(work, row, body)]))[0]!,
      get: async ({ viewer, trx, row }) => (await composeComments(trx, viewer, [row]))[0]!,
      update: async ({ viewer, work, row, body }) =>
        (await composeComments(work.trx, viewer, [await updateComment(work, row, body)]))[0]!,
      remove: ({ work, row }) => deleteComment(work, row),
      restore: ({ work, row, params }) =>
        isUuid(params.commentId) ? restoreComment(work, row, params.commentId) : fail('path.notFound'),
    },
    async ({ viewer, trx }, row) => (await composeComments(trx, viewer, [row as Comment]))[0],
  )
