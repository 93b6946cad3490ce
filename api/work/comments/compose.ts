import type { Knex } from 'knex'
import type { z } from 'zod'
import { type Comment, type CommentAnswer, CommentReaction } from '#contract/work/comments.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import { withDetails } from '../activity/details.ts'

/** Comments with the facts shown beside them, in the order given. */
export const composeComments = async (
  trx: Knex,
  viewer: ServerViewer,
  comments: Comment[],
): Promise<z.infer<typeof CommentAnswer>[]> => {
  const reactions = await visible(trx, CommentReaction, viewer)
    .whereIn(
      'comment',
      comments.map(comment => comment.id),
    )
    .orderBy('created_at')
  const byComment = Map.groupBy(reactions, reaction => reaction.comment)
  const detailed = await withDetails(trx, comments)
  return detailed.map(comment => ({
    ...comment,
    attachments: [],
    comment_reactions: byComment.get(comment.id) ?? [],
  }))
}
