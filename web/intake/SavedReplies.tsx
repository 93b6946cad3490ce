import { useState } from 'react'
import { MOST_SAVED_REPLIES, type SavedReply, savedReplyRoutes } from '#contract/work/savedReplies.ts'
import { call } from '../data/client.ts'
import { here } from '../data/viewer.ts'
import { useFields } from '../forms/useForm.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { TextArea, TextInput } from '../ui/controls/TextInput.tsx'
import { Icon } from '../ui/icons.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { Answers } from '../ui/popups/Answers.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'
import { Menu } from '../ui/popups/Menu.tsx'
import { rememberEdit, removeReply } from './replyActs.ts'
import { useSavedReplies } from './savedReplies.ts'

type FormProps = { projectId: string; reply: SavedReply | null; onClose: () => void }

const ReplyForm = ({ projectId, reply, onClose }: FormProps) => {
  const params = { ws: here().slug, p: projectId }
  const form = useFields({
    body: savedReplyRoutes.create.body,
    begin: () => ({ name: reply?.name ?? '', text: reply?.text ?? '' }),
    guarded: true,
    send: async body => {
      if (reply) {
        const given = { params: { ...params, savedReplyId: reply.id }, body }
        const { body: after, isHere } = await call(savedReplyRoutes.update, given)
        if (isHere()) rememberEdit(reply, after)
      } else await call(savedReplyRoutes.create, { params, body })
    },
    onDone: onClose,
  })
  return (
    <Dialog open onOpenChange={open => open || onClose()} title={reply ? 'Edit reply' : 'New reply'}>
      <form {...form.props} className="mt-3 flex flex-col gap-4">
        {form.general && <Banner tone="danger">{form.general}</Banner>}
        <Field label="Name" hint="The name you find it by." error={form.errors.name}>
          <TextInput {...form.input('name')} />
        </Field>
        <Field label="Reply" error={form.errors.text}>
          <TextArea {...form.input('text')} rows={6} placeholder="Thank you for telling us…" />
        </Field>
        <div className="flex justify-end gap-2">
          <Answers onCancel={onClose} type="submit" keys="mod+enter" busy={form.isBusy}>
            {reply ? 'Save' : 'Add reply'}
          </Answers>
        </div>
      </form>
    </Dialog>
  )
}

/** Saved replies for declined requests: chosen where a reply is written. */
export const SavedReplies = ({ projectId }: { projectId: string }) => {
  const replies = useSavedReplies(projectId)
  const [editing, setEditing] = useState<SavedReply | 'new' | null>(null)
  return (
    <section aria-labelledby="saved-replies" className="ml-7 max-md:ml-0">
      <div className="flex h-12 items-center gap-2">
        <h4 id="saved-replies">Saved replies</h4>
        {replies.length > 0 && <Count value={replies.length} />}
        <span className="flex-1" />
        <Button icon="plus" disabled={replies.length >= MOST_SAVED_REPLIES} onClick={() => setEditing('new')}>
          New reply
        </Button>
      </div>
      {replies.length === 0 && (
        <p className="pb-2 text-12 text-ink-3">
          Replies you use again and again when declining requests. They are at hand wherever you write a
          reply.
        </p>
      )}
      <ul>
        {replies.map(reply => (
          <li key={reply.id} className="group flex min-h-9 items-center gap-3 max-md:min-h-12">
            <Icon name="corner-down-right" size={14} className="text-ink-3" />
            <button
              type="button"
              onClick={() => setEditing(reply)}
              className="cut min-w-0 max-w-60 flex-none rounded-tag text-left max-md:h-11"
            >
              {reply.name}
            </button>
            <span className="cut min-w-0 flex-1 text-12 text-ink-3">{reply.text}</span>
            <Menu
              align="end"
              entries={[
                { id: 'edit', label: 'Edit', icon: 'pencil', run: () => setEditing(reply) },
                {
                  id: 'remove',
                  label: 'Remove',
                  icon: 'trash-2',
                  danger: true,
                  run: () => removeReply(reply),
                },
              ]}
            >
              <IconButton
                icon="ellipsis"
                label={`Actions for ${reply.name}`}
                tooltip={false}
                className="max-md:size-11"
              />
            </Menu>
          </li>
        ))}
      </ul>
      {editing && (
        <ReplyForm
          projectId={projectId}
          reply={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}
