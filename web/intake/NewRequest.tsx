import { useState } from 'react'
import { inboxIssueRoutes } from '#contract/work/intake.ts'
import { issueRoutes } from '#contract/work/issues.ts'
import { call } from '../data/client.ts'
import type { RowTypes } from '../data/entities.ts'
import { withFiles } from '../data/texts/textFiles.ts'
import { here, useMay } from '../data/viewer.ts'
import { useFields } from '../forms/useForm.ts'
import { FormFields } from '../issues/fields/FormFields.tsx'
import { begin, type FormValues, written } from '../issues/new/issueForm.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'
import { later } from '../ui/popups/later.tsx'

const CommentEditor = later(
  () => import('../editor/CommentEditor.tsx').then(module => module.CommentEditor),
  'next',
)

type NewRequestProps = {
  project: RowTypes['project']
  onMade: (id: string) => void
  onClose: () => void
}

/** Brings something to the project that somebody else decides about. */
export const NewRequest = ({ project, onMade, onClose }: NewRequestProps) => {
  const [more, setMore] = useState(false)
  const [round, setRound] = useState(0)
  const mayDo = useMay()
  const hasFields = mayDo('issue.create', {}, { workspace: project.workspace, project: project.id })
  const form = useFields({
    body: issueRoutes.create.body,
    // Without a state it waits in the one that is for this alone.
    begin: (): FormValues => ({ ...begin({}, project.id), state_id: '' }),
    send: async values => {
      const description = withFiles(values.description)
      if (description === null) return null
      const { state_id, ...fields } = written({ ...values, description })
      const issue = { ...fields, ...(state_id ? { state_id } : {}) }
      const params = { ws: here().slug, p: project.id }
      return (await call(inboxIssueRoutes.create, { params, body: { issue } })).body.id
    },
    onDone: id => {
      if (!id) return
      onMade(id)
      if (!more) return onClose()
      setRound(round + 1)
      form.again({ ...form.values, name: '', description: '' })
    },
  })
  const { values } = form
  return (
    <Dialog open onOpenChange={open => open || onClose()} title="New request" wide sheet>
      <form {...form.props} className="mt-2 flex flex-1 flex-col gap-3">
        {form.general && <Banner tone="danger">{form.general}</Banner>}
        <input
          {...form.input('name')}
          aria-label="Title"
          placeholder="What is it about?"
          className="w-full bg-transparent font-semibold text-20 outline-none placeholder:text-ink-3"
        />
        <div className="-mx-3 flex-1 [&_.document]:min-h-20">
          <CommentEditor
            meanwhile={<Skeleton className="mx-3 h-5" />}
            key={`${round}`}
            label="Description"
            placeholder="Add a description…"
            html={values.description}
            images={{ project: project.id, kind: 'ISSUE_DESCRIPTION', subject: null }}
            onChange={description => form.set({ description })}
            onSend={form.submit}
          />
        </div>
        {hasFields && (
          <FormFields
            projectId={project.id}
            values={values}
            onChange={change => form.set(change(values) as Partial<FormValues>)}
          />
        )}
        <div className="flex items-center justify-end gap-3 max-md:flex-wrap">
          <Checkbox checked={more} onChange={next => setMore(next)} label="Create more">
            Create more
          </Checkbox>
          <span className="flex-1" />
          <Button type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            keys="mod+enter"
            busy={form.isBusy}
            disabled={values.name.trim() === ''}
          >
            Add request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
