/** Words that those who decide about requests answer with again and again. */
import { z } from 'zod'
import { audit, entity, id, revision, route, text } from '../define.ts'
import { ADMIN, projectRole } from '../rules.ts'
import { MAX_REPLY } from './intakeDecisions.ts'

/** The most replies that a project keeps: each admin's browser holds all of them, and finds one at a glance. */
export const MOST_SAVED_REPLIES = 50

export const SavedReply = entity({
  name: 'saved_reply',
  table: 'saved_replies',
  scope: 'workspace',
  place: { workspace: 'workspace', project: 'project' },
  kept: 'snapshot',
  read: projectRole(ADMIN),
  shape: {
    id,
    ...audit,
    workspace: id,
    project: id,
    name: z.string(),
    text: z.string(),
    ...revision,
  },
})
export type SavedReply = z.infer<typeof SavedReply.schema>

const at = '/api/workspaces/:ws/projects/:p/saved-replies' as const
const one = { in: 'project', target: SavedReply, param: 'savedReplyId', action: 'intake.set' } as const
const [name, words] = [text(80), text(MAX_REPLY)]

export const savedReplyRoutes = {
  list: route({
    method: 'GET',
    path: `${at}/`,
    action: 'intake.decide',
    in: 'project',
    answer: z.array(SavedReply.schema),
    summary: 'Saved replies to the project’s requests, by name.',
  }),
  create: route({
    method: 'POST',
    path: `${at}/`,
    action: 'intake.set',
    in: 'project',
    creates: SavedReply,
    body: z.object({ name, text: words }),
    status: 201,
    answer: SavedReply.schema,
    summary: 'Saves a reply.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${at}/:savedReplyId/`,
    body: z.object({ name: name.optional(), text: words.optional() }),
    answer: SavedReply.schema,
    summary: 'Changes a saved reply.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${at}/:savedReplyId/`,
    summary: 'Deletes a saved reply.',
  }),
}
