import { useEffect, useState } from 'react'
import { inboxIssueRoutes } from '#contract/work/intake.ts'
import { issueRoutes } from '#contract/work/issues.ts'
import { call } from '../data/client.ts'
import type { RowTypes } from '../data/entities.ts'
import { withFiles } from '../data/texts/textFiles.ts'
import { here, useMay } from '../data/viewer.ts'
import { useFields } from '../forms/useForm.ts'
import { FormFields } from '../issues/fields/FormFields.tsx'
import { IssueFormFoot, IssueWriting } from '../issues/new/IssueWriting.tsx'
import {
  begin,
  type FormValues,
  isChanged,
  keepBehind,
  leftBehind,
  placeOfRequest,
  written,
} from '../issues/new/issueForm.ts'
import { Dialog } from '../ui/popups/Dialog.tsx'

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
  const place = placeOfRequest(project.id)
  // Without a state it waits in the one that is for this alone.
  const blank = (): FormValues => ({ ...begin({}, project.id), state_id: '' })
  const form = useFields({
    body: issueRoutes.create.body,
    begin: () => ({ ...(leftBehind(place) ?? blank()), state_id: '' }),
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
      keepBehind(place, null)
      onMade(id)
      if (!more) return onClose()
      setRound(round + 1)
      form.again({ ...form.values, name: '', description: '' })
    },
  })
  const { values } = form
  const isWritten = isChanged(values, blank())
  // A closed form is found again; a sent one is gone.
  useEffect(() => keepBehind(place, isWritten ? values : null), [place, isWritten, values])
  return (
    <Dialog open onOpenChange={open => open || onClose()} title="New request" wide sheet>
      <form {...form.props} className="mt-2 flex flex-1 flex-col gap-3">
        <IssueWriting form={form} round={round} placeholder="What is it about?" />
        {hasFields && (
          <FormFields
            projectId={project.id}
            values={values}
            onChange={change => form.set(change(values) as Partial<FormValues>)}
          />
        )}
        <IssueFormFoot
          more={{ isOn: more, set: setMore }}
          onCancel={onClose}
          isReady={values.name.trim() !== ''}
          isBusy={form.isBusy}
        >
          Add request
        </IssueFormFoot>
      </form>
    </Dialog>
  )
}
