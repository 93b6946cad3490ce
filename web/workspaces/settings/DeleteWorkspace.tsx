import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { workspaceRoutes } from '#contract/workspace/workspaces.ts'
import { call } from '../../data/client.ts'
import { loadWorkspaces } from '../../data/session.ts'
import { useFields } from '../../forms/useForm.ts'
import { to } from '../../places/address.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'

type Contents = z.infer<NonNullable<typeof workspaceRoutes.contents.answer>>

const words: [keyof Contents, string, string][] = [
  ['projects', 'project', 'projects'],
  ['issues', 'issue', 'issues'],
  ['pages', 'page', 'pages'],
  ['files', 'file', 'files'],
  ['members', 'membership', 'memberships'],
]

const useContents = (slug: string) => {
  const [contents, setContents] = useState<Contents | null>(null)
  useEffect(() => {
    call(workspaceRoutes.contents, { params: { ws: slug } }).then(
      ({ body }) => setContents(body),
      // The question is the same without figures.
      () => {},
    )
  }, [slug])
  return contents
}

/** Asks for the name: nothing brings a deleted workspace back. */
export const DeleteWorkspace = ({
  slug,
  name,
  onClose,
}: {
  slug: string
  name: string
  onClose: () => void
}) => {
  const go = useNavigate()
  const contents = useContents(slug)
  const form = useFields({
    begin: () => ({ typed: '' }),
    send: async () => {
      await call(workspaceRoutes.remove, { params: { ws: slug } })
      await loadWorkspaces()
    },
    onDone: () => void go(to('start'), { replace: true }),
  })
  const isSame = form.values.typed.trim() === name.trim()
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={`Delete ${name}?`}
      text="It is deleted for everyone at once, and its address cannot be used again."
      actions={
        <Answers
          onCancel={onClose}
          variant="danger"
          busy={form.isBusy}
          disabled={!isSame}
          onClick={form.submit}
        >
          Delete the workspace
        </Answers>
      }
    >
      <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-2" aria-label="What is deleted with it">
        {contents &&
          words.map(([kind, one, many]) => (
            <li key={kind} className="num">
              {contents[kind]} {contents[kind] === 1 ? one : many}
            </li>
          ))}
      </ul>
      <form
        {...form.props}
        onSubmit={event => {
          if (isSame) void form.props.onSubmit(event)
          else event.preventDefault()
        }}
      >
        <Field label={`Type “${name}” to delete it`} error={form.general}>
          <TextInput {...form.input('typed')} autoComplete="off" spellCheck={false} autoFocus />
        </Field>
      </form>
    </Dialog>
  )
}
