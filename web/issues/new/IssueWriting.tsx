import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Banner } from '../../ui/marks/Banner.tsx'
import { Skeleton } from '../../ui/marks/Skeleton.tsx'
import { later } from '../../ui/popups/later.tsx'
import type { FormValues } from './issueForm.ts'

// The form is there at once; the editor comes with its own weight.
const CommentEditor = later(
  () => import('../../editor/CommentEditor.tsx').then(module => module.CommentEditor),
  'next',
)

type IssueWritingProps = {
  form: {
    values: FormValues
    general: string | null
    input: (name: 'name') => object
    set: (change: Partial<FormValues>) => void
    submit: () => void
  }
  /** How many were written with this form before: the editor begins anew with each. */
  round: number
  placeholder: string
}

/** Title and description of an issue in a form, below what was refused of it. */
export const IssueWriting = ({ form, round, placeholder }: IssueWritingProps) => (
  <>
    {form.general && <Banner tone="danger">{form.general}</Banner>}
    <input
      {...form.input('name')}
      aria-label="Title"
      placeholder={placeholder}
      className="w-full bg-transparent font-semibold text-20 outline-none placeholder:text-ink-3"
    />
    <div className="-mx-3 flex-1 [&_.document]:min-h-20">
      <CommentEditor
        meanwhile={<Skeleton className="mx-3 h-5" />}
        key={`${round}`}
        label="Description"
        placeholder="Add a description…"
        html={form.values.description}
        images={{ project: form.values.projectId, kind: 'ISSUE_DESCRIPTION', subject: null }}
        onChange={description => form.set({ description })}
        onSend={form.submit}
      />
    </div>
  </>
)

type IssueFormFootProps = {
  /** Whether another one follows; absent where it is about this one alone. */
  more?: { isOn: boolean; set: (on: boolean) => void }
  onCancel: () => void
  isReady: boolean
  isBusy?: boolean
  children: ReactNode
}

/** The buttons below; the children say what is done. */
export const IssueFormFoot = ({ more, onCancel, isReady, isBusy = false, children }: IssueFormFootProps) => (
  <div className="flex items-center justify-end gap-3 max-md:flex-wrap">
    {more && (
      <Checkbox checked={more.isOn} onChange={more.set} label="Create more">
        Create more
      </Checkbox>
    )}
    <span className="flex-1" />
    <Button type="button" onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" variant="primary" keys="mod+enter" busy={isBusy} disabled={!isReady}>
      {children}
    </Button>
  </div>
)
