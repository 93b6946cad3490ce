/** The ways back from editing and removing a saved reply. */
import { type SavedReply, savedReplyRoutes } from '#contract/work/savedReplies.ts'
import { lifeOf } from '../data/life.ts'
import { isDone, mutate } from '../data/mutate.ts'
import { applyRow, getRow } from '../data/rows.ts'
import { remember } from '../data/undo.ts'
import { here } from '../data/viewer.ts'
import { kept } from '../settings/settingsProject.ts'

type Words = Pick<SavedReply, 'name' | 'text'>
const wordsOf = ({ name, text }: Words) => ({ name, text })

const write = (reply: SavedReply, patch: Partial<Words>) =>
  kept(
    isDone({
      entity: 'saved_reply',
      route: savedReplyRoutes.update,
      params: { ws: here().slug, p: reply.project, savedReplyId: reply.id },
      body: patch,
      id: reply.id,
      patch,
      failure: 'The reply was not changed.',
    }),
  )

/** Of an edit that the server has taken. */
export const rememberEdit = (before: SavedReply, after: SavedReply) => {
  // Undo asks what is here: its press may be faster than the log.
  applyRow('saved_reply', after)
  remember(
    {
      message: `${after.name} changed`,
      sent: Promise.resolve([before.id]),
      changes: [{ id: before.id, before: wordsOf(before), after: wordsOf(after) }],
      rowOf: id => getRow('saved_reply', id),
      write: async ([turned]) => (turned && (await write(before, turned.after)) ? [turned.id] : []),
    },
    { tell: true },
  )
}

const life = lifeOf({
  entity: 'saved_reply',
  noun: 'reply',
  verb: 'removed',
  nameOf: ({ name }) => name,
  params: ({ id, project }) => ({ ws: here().slug, p: project, savedReplyId: id }),
  routes: () => ({ remove: savedReplyRoutes.remove }),
  anew: reply =>
    mutate({
      entity: 'saved_reply',
      route: savedReplyRoutes.create,
      params: { ws: here().slug, p: reply.project },
      body: wordsOf(reply),
      patch: { ...wordsOf(reply), project: reply.project, workspace: reply.workspace },
      failure: 'The reply was not restored.',
    }),
  follow: kept,
})
export const removeReply = (reply: SavedReply) => life.removeAll([reply])
