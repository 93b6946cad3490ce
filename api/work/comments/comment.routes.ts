import { must } from '#contract/errors.ts'
import { Comment, CommentAnswer, commentRoutes } from '#contract/work/comments.ts'
import { visible } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { createComment, deleteComment, restoreComment, updateComment } from './comment.service.ts'
import { composeComments } from './compose.ts'

const presenter = {
  as: CommentAnswer,
  show: async ({ trx, viewer }: Pick<Ask, 'trx' | 'viewer'>, comment: Comment) =>
    must((await composeComments(trx, viewer, [comment]))[0], 'the comment'),
}

export const mountComments = (server: Server) =>
  mount(
    server,
    commentRoutes,
    {
      list: async ({ viewer, trx, row }) =>
        composeComments(
          trx,
          viewer,
          await visible(trx, Comment, viewer).where('issue', row.id).orderBy(['created_at', 'id']),
        ),
      create: ({ work, row, body }) => createComment(work, row, body),
      get: async ({ row }) => row,
      update: ({ work, row, body }) => updateComment(work, row, body),
      remove: ({ work, row }) => deleteComment(work, row),
      restore: ({ work, row, params }) => restoreComment(work, row, params.commentId),
    },
    { presenter },
  )
