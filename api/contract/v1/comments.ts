import { z } from 'zod'
import { Comment, CommentAnswer, commentRoutes } from '../work/comments.ts'
import { face, imported } from './face.ts'

export const CommentV1 = CommentAnswer.omit({
  comment_json: true,
  comment_stripped: true,
  comment_reactions: true,
  actor_detail: true,
  issue_detail: true,
  project_detail: true,
  workspace_detail: true,
  issue_created_by: true,
  revision: true,
}).extend({ is_member: z.boolean().optional() })

const { list, create, get, update, remove } = commentRoutes
const row = { tells: 'row', shape: CommentV1 } as const
const body = create.body!.omit({ comment_json: true })

export const commentFaces = [
  face(list, { ...row, tells: 'page', order: Comment }),
  face(create, { ...row, body: body.extend(imported), imports: ['created_at', 'created_by'] }),
  face(get, row),
  face(update, { ...row, body }),
  face(remove, { tells: 'nothing' }),
]
