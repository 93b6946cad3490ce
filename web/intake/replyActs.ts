/** The ways back from editing and removing a saved reply. */
import { type SavedReply, savedReplyRoutes } from '#contract/work/savedReplies.ts'
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
  // Undo asks what stands here: its press may be faster than the log.
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

export const removeReply = (reply: SavedReply) => {
  const params = { ws: here().slug, p: reply.project }
  // Kept again it is another row: that is the one to remove then.
  let { id } = reply
  const remove = () =>
    kept(
      isDone({
        entity: 'saved_reply',
        route: savedReplyRoutes.remove,
        params: { ...params, savedReplyId: id },
        id,
        patch: {},
        removes: true,
        failure: 'The reply was not removed.',
      }),
    )
  const create = async () => {
    const made = await mutate({
      entity: 'saved_reply',
      route: savedReplyRoutes.create,
      params,
      body: wordsOf(reply),
      patch: { ...wordsOf(reply), project: reply.project, workspace: reply.workspace },
      failure: 'The reply was not restored.',
    })
    if (made) id = made.id
    return made !== undefined
  }
  remember(
    { message: `${reply.name} removed`, sent: remove(), back: () => kept(create()), again: remove },
    { tell: true },
  )
}
