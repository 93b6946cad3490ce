import type { IntakeIssue } from '#contract/work/intake.ts'
import { type Issue, type IssueChange, issueRoutes } from '#contract/work/issues.ts'
import { isSame } from '../data/changes.ts'
import { useRow } from '../data/rows.ts'
import { useFields } from '../forms/useForm.ts'
import { keyOf } from '../issues/acts/issueAddress.ts'
import { FormFields } from '../issues/fields/FormFields.tsx'
import { IssueFormFoot } from '../issues/new/IssueWriting.tsx'
import { type FormValues, ofIssue } from '../issues/new/issueForm.ts'
import { Banner } from '../ui/marks/Banner.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'
import { acceptWith } from './decisions.ts'

/** The filled-in values that differ from the issue's; its text is edited in place. */
const changesOf = (issue: Issue, values: FormValues): IssueChange => {
  const { projectId: _, description: __, name, ...fields } = values
  const given = Object.entries({ ...fields, name: name.trim() })
  return Object.fromEntries(given.filter(([column, value]) => !isSame(issue[column as keyof Issue], value)))
}

type AcceptFormProps = { row: IntakeIssue; issue: Issue; onDone: () => void; onClose: () => void }

/** Takes a request with all that an issue of the project has, as one act. */
const Form = ({ row, issue, onDone, onClose }: AcceptFormProps) => {
  const form = useFields({
    body: issueRoutes.create.body,
    begin: () => ofIssue(issue),
    send: values => acceptWith(row, changesOf(issue, values)),
    onDone,
  })
  const { values } = form
  return (
    <Dialog open onOpenChange={open => open || onClose()} title={`Accept ${keyOf(issue)}`} wide sheet>
      <form {...form.props} className="mt-2 flex flex-1 flex-col gap-3">
        {form.general && <Banner tone="danger">{form.general}</Banner>}
        <input
          {...form.input('name')}
          aria-label="Title"
          placeholder="Issue title"
          className="w-full bg-transparent font-semibold text-20 outline-none placeholder:text-ink-3"
        />
        <FormFields
          projectId={issue.project_id}
          values={values}
          onChange={change => form.set(change(values) as Partial<FormValues>)}
        />
        <IssueFormFoot onCancel={onClose} isReady={values.name.trim() !== ''} isBusy={form.isBusy}>
          Add to project
        </IssueFormFoot>
      </form>
    </Dialog>
  )
}

export const AcceptForm = ({
  id,
  ...props
}: Pick<AcceptFormProps, 'onDone' | 'onClose'> & { id: string }) => {
  const row = useRow('intake_issue', id)
  const issue = useRow('issue', id)
  return row && issue && <Form row={row} issue={issue} {...props} />
}
