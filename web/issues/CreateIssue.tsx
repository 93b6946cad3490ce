import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Issue } from '#contract/issues.ts'
import { getRow, useRows } from '../data/rows.ts'
import { withFiles } from '../data/textFiles.ts'
import { may } from '../data/viewer.ts'
import { projectLook } from '../projects/look.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { later } from '../ui/later.tsx'
import { Picker } from '../ui/Picker.tsx'
import { ProjectTile } from '../ui/ProjectTile.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/Toast.tsx'
import { type IssueForm, isOverlayOpen, openIssueForm } from '../workspaces/overlays.ts'
import { keepDraft, publishDraft } from './draftActions.ts'
import { FormFields } from './FormFields.tsx'
import { addressOf, keyOf } from './issueAddress.ts'
import { begin, type FormValues, inProject, isChanged, keepBehind, leftBehind, written } from './issueForm.ts'
import { createIssues } from './issueLife.ts'
import { KeepDraft } from './KeepDraft.tsx'
import type { Found } from './searchIssues.ts'

// The form stands at once; the editor comes with its own weight.
const CommentEditor = later(
  () => import('../editor/CommentEditor.tsx').then(module => module.CommentEditor),
  'next',
)
const IssueSearch = later(() => import('./parts/IssueSearch.tsx').then(module => module.IssueSearch), 'soon')

type CreateIssueProps = { form: IssueForm; projectId: string; onClose: () => void }

const useOpenProjects = () =>
  useRows('project').filter(
    project =>
      !project.archived_at && may('issue.create', {}, { workspace: project.workspace, project: project.id }),
  )

/** The whole form of a new issue, or of a draft that becomes one. */
export const CreateIssue = ({ form, projectId, onClose }: CreateIssueProps) => {
  const { draftId } = form
  const projects = useOpenProjects()
  const [start, setStart] = useState(() =>
    begin(form, form.projectId ?? getRow('draft_issue', draftId)?.project_id ?? projectId),
  )
  const [values, setValues] = useState(() => leftBehind(form) ?? start)
  const [round, setRound] = useState(0)
  const [parentKey, setParentKey] = useState('…')
  const [searching, setSearching] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [more, setMore] = useState(false)
  const title = useRef<HTMLInputElement>(null)
  const go = useNavigate()
  const set = (change: Partial<FormValues>) => setValues(now => ({ ...now, ...change }))
  const project = projects.find(one => one.id === values.projectId)
  const ready = values.name.trim() !== '' && project !== undefined

  const isWritten = isChanged(values, draftId ? start : { ...start, name: '', description: '' })
  useEffect(() => keepBehind(draftId, isWritten ? values : null), [draftId, isWritten, values])
  const shut = () => {
    keepBehind(draftId, null)
    onClose()
  }
  const close = () => (isWritten ? setLeaving(true) : shut())
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!ready) return title.current?.focus()
    const description = withFiles(values.description)
    if (description === null) return
    const sent = written({ ...values, description })
    const reopen = () => {
      if (isOverlayOpen()) return false
      keepBehind(draftId, values)
      openIssueForm({ projectId: values.projectId, ...(draftId ? { draftId } : {}) })
      return true
    }
    // No list on the screen may show it; then it is told where it went.
    const tell = (issue: Issue | undefined) => {
      if (issue && !document.querySelector(`[data-issue="${issue.id}"]`))
        toast.fact(`${keyOf(issue)} created`, () => void go(addressOf(issue)))
    }
    if (draftId) void publishDraft(draftId, { ...sent, project_id: values.projectId }, reopen).then(tell)
    else void createIssues(values.projectId, [sent], { reopen }).then(([issue]) => tell(issue))
    if (!more) return shut()
    const next = { ...values, name: '', description: '' }
    setStart(next)
    setValues(next)
    setRound(round + 1)
    title.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.defaultPrevented) return
    event.preventDefault()
    submit()
  }
  const parent = getRow('issue', values.parent_id)
  return (
    <Dialog open onOpenChange={open => open || close()} title={draftId ? 'Draft' : 'New issue'} wide sheet>
      <form onSubmit={submit} onKeyDown={press} className="mt-2 flex flex-1 flex-col gap-3">
        <Picker
          label="Project"
          value={[values.projectId]}
          options={projects.map(one => ({
            id: one.id,
            name: one.name,
            words: one.identifier,
            icon: <ProjectTile project={projectLook(one)} />,
          }))}
          onPick={([id]) => id && id !== values.projectId && setValues(inProject(values, id))}
        >
          <Button type="button" className="-ml-2 self-start">
            {project && <ProjectTile project={projectLook(project)} />}
            {project?.name ?? 'Project'}
            <Icon name="chevron-down" size={12} className="text-ink-3" />
          </Button>
        </Picker>
        <input
          ref={title}
          aria-label="Title"
          placeholder="Issue title"
          required
          maxLength={255}
          value={values.name}
          onChange={event => set({ name: event.target.value })}
          className="w-full bg-transparent font-semibold text-20 outline-none placeholder:text-ink-3"
        />
        <div className="-mx-3 flex-1 [&_.document]:min-h-20">
          <CommentEditor
            meanwhile={<Skeleton className="mx-3 h-5" />}
            key={`${round}`}
            label="Description"
            placeholder="Add a description…"
            html={values.description}
            images={{ project: values.projectId, kind: 'ISSUE_DESCRIPTION', subject: null }}
            onChange={description => set({ description })}
            onSend={submit}
          />
        </div>
        <FormFields
          projectId={values.projectId}
          values={values}
          onChange={change => setValues(now => ({ ...now, ...(change(now) as Partial<FormValues>) }))}
        >
          <Button type="button" variant="neutral" onClick={() => setSearching(true)}>
            <Icon name="corner-down-right" className="text-ink-3" />
            <span className={values.parent_id ? undefined : 'text-ink-2'}>
              {values.parent_id ? `Part of ${parent ? keyOf(parent) : parentKey}` : 'Parent'}
            </span>
          </Button>
        </FormFields>
        <div className="flex items-center justify-end gap-3 max-md:flex-wrap">
          {!draftId && (
            <Checkbox checked={more} onChange={next => setMore(next)} label="Create more">
              Create more
            </Checkbox>
          )}
          <span className="flex-1" />
          <Button type="button" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" keys="mod+enter" disabled={!ready}>
            {draftId ? 'Add to project' : 'Create issue'}
          </Button>
        </div>
      </form>
      {searching && (
        <IssueSearch
          issue={{ project_id: values.projectId }}
          what="parent"
          title="Parent"
          {...(values.parent_id ? { none: { label: 'No parent', run: () => set({ parent_id: null }) } } : {})}
          onPick={([found]: Found[]) => {
            if (!found) return
            set({ parent_id: found.id })
            setParentKey(`${found.project__identifier}-${found.sequence_id}`)
          }}
          onClose={() => setSearching(false)}
        />
      )}
      {leaving && (
        <KeepDraft
          isDraft={draftId !== undefined}
          onBack={() => setLeaving(false)}
          onDiscard={shut}
          onKeep={() => {
            const description = withFiles(values.description)
            if (description === null) return setLeaving(false)
            void keepDraft(draftId, { ...written({ ...values, description }), project_id: values.projectId })
            shut()
          }}
        />
      )}
    </Dialog>
  )
}
