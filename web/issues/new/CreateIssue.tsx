import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Issue, issueRoutes } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'
import { withFiles } from '../../data/texts/textFiles.ts'
import { Refused } from '../../forms/refusal.ts'
import { useFields } from '../../forms/useForm.ts'
import { type IssueForm, isOverlayOpen, openIssueForm } from '../../shell/overlays.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { later } from '../../ui/popups/later.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { addressOf, keyOf } from '../acts/issueAddress.ts'
import { createIssues } from '../acts/issueLife.ts'
import type { Found } from '../acts/searchIssues.ts'
import { FormFields } from '../fields/FormFields.tsx'
import { ProjectChoice, useProjectsFor } from '../fields/ProjectChoice.tsx'
import { keepDraft, publishDraft } from './draftActions.ts'
import { IssueFormFoot, IssueWriting } from './IssueWriting.tsx'
import {
  begin,
  type FormValues,
  inProject,
  isChanged,
  isGiven,
  keepBehind,
  leftBehind,
  placeOfForm,
  written,
} from './issueForm.ts'
import { KeepDraft } from './KeepDraft.tsx'
import { SimilarIssues } from './SimilarIssues.tsx'

const IssueSearch = later(() => import('../acts/IssueSearch.tsx').then(module => module.IssueSearch), 'soon')

type CreateIssueProps = { form: IssueForm; projectId: string; onClose: () => void }

/** No list on the screen may show it; then a word says where it went. */
const useTell = () => {
  const go = useNavigate()
  return (issue: Issue | undefined) => {
    if (issue && !document.querySelector(`[data-issue="${issue.id}"]`))
      toast.fact(`${keyOf(issue)} created`, () => void go(addressOf(issue)))
  }
}

/** The fields of the form, kept until somebody comes back to it, and its sending. */
const useNewIssue = ({ form: given, projectId, onClose }: CreateIssueProps) => {
  const { draftId } = given
  const place = placeOfForm(draftId)
  const projects = useProjectsFor('issue.create')
  const tell = useTell()
  const [start, setStart] = useState(() =>
    begin(given, given.projectId ?? getRow('draft_issue', draftId)?.project_id ?? projectId),
  )
  const [more, setMore] = useState(false)
  const [round, setRound] = useState(0)
  const [kept] = useState(() => (isGiven(given) ? null : leftBehind(place)))
  const [isContinued, setContinued] = useState(kept !== null)
  const send = (values: FormValues, description: string) => {
    const sent = written({ ...values, description })
    const reopen = () => {
      if (isOverlayOpen()) return false
      keepBehind(place, values)
      openIssueForm({ projectId: values.projectId, ...(draftId ? { draftId } : {}) })
      return true
    }
    if (draftId) void publishDraft(draftId, { ...sent, project_id: values.projectId }, reopen).then(tell)
    else void createIssues(values.projectId, [sent], { reopen }).then(([issue]) => tell(issue))
  }
  const form = useFields({
    body: issueRoutes.create.body,
    begin: () => (isContinued ? kept : null) ?? start,
    send: async values => {
      if (!projects.some(one => one.id === values.projectId)) throw new Refused('Choose a project first.')
      const description = withFiles(values.description)
      if (description !== null) send(values, description)
      return description !== null
    },
    onDone: isSent => {
      if (!isSent) return
      if (!more) return shut()
      const next = { ...form.values, name: '', description: '' }
      setStart(next)
      setRound(round + 1)
      form.again(next)
    },
  })
  const { values } = form
  const isWritten = isChanged(values, draftId ? start : { ...start, name: '', description: '' })
  useEffect(() => keepBehind(place, isWritten ? values : null), [place, isWritten, values])
  const shut = () => {
    keepBehind(place, null)
    onClose()
  }
  const discard = isContinued
    ? () => {
        setContinued(false)
        setRound(round + 1)
        form.again(start)
      }
    : null
  const keep = (): boolean => {
    const description = withFiles(values.description)
    if (description === null) return false
    void keepDraft(draftId, { ...written({ ...values, description }), project_id: values.projectId })
    shut()
    return true
  }
  return { form, projects, isWritten, shut, keep, discard, round, more, setMore }
}

type ParentSearchProps = {
  values: FormValues
  onPick: (id: string | null, key: string) => void
  onClose: () => void
}

const ParentSearch = ({ values, onPick, onClose }: ParentSearchProps) => (
  <IssueSearch
    issue={{ project_id: values.projectId }}
    what="parent"
    title="Parent"
    {...(values.parent_id ? { none: { label: 'No parent', run: () => onPick(null, '') } } : {})}
    onPick={([found]: Found[]) =>
      found && onPick(found.id, `${found.project__identifier}-${found.sequence_id}`)
    }
    onClose={onClose}
  />
)

/** The whole form of a new issue, or of a draft that becomes one. */
export const CreateIssue = (props: CreateIssueProps) => {
  const { draftId } = props.form
  const { form, projects, isWritten, shut, keep, discard, round, more, setMore } = useNewIssue(props)
  const [leaving, setLeaving] = useState(false)
  const [searching, setSearching] = useState(false)
  // Of a parent that this browser does not hold.
  const [parentKey, setParentKey] = useState('…')
  const { values } = form
  const parent = getRow('issue', values.parent_id)
  const { projectId } = values
  const close = () => (isWritten ? setLeaving(true) : shut())
  const ready = values.name.trim() !== '' && projects.some(one => one.id === projectId)
  return (
    <Dialog open onOpenChange={open => open || close()} title={draftId ? 'Draft' : 'New issue'} wide sheet>
      <form {...form.props} className="mt-2 flex flex-1 flex-col gap-3">
        <ProjectChoice
          projects={projects}
          value={projectId}
          onChange={id => form.set(inProject(values, id))}
          className="-ml-2 self-start"
        />
        {discard && (
          <p className="-my-1 flex items-center gap-2 text-12 text-ink-3">
            Continued from your draft
            <Button type="button" size="small" onClick={discard}>
              Discard
            </Button>
          </p>
        )}
        <IssueWriting form={form} round={round} placeholder="Issue title" />
        {/* Below the words: what is being typed does not move. */}
        {projectId && <SimilarIssues projectId={projectId} name={values.name} />}
        <FormFields
          projectId={projectId}
          values={values}
          onChange={change => form.set(change(values) as Partial<FormValues>)}
        >
          <Button type="button" variant="neutral" onClick={() => setSearching(true)}>
            <Icon name="corner-down-right" className="text-ink-3" />
            <span className={values.parent_id ? undefined : 'text-ink-2'}>
              {values.parent_id ? `Part of ${parent ? keyOf(parent) : parentKey}` : 'Parent'}
            </span>
          </Button>
        </FormFields>
        <IssueFormFoot
          {...(draftId ? {} : { more: { isOn: more, set: setMore } })}
          onCancel={close}
          isReady={ready}
        >
          {draftId ? 'Add to project' : 'Create issue'}
        </IssueFormFoot>
      </form>
      {searching && (
        <ParentSearch
          values={values}
          onPick={(parent_id, key) => {
            form.set({ parent_id })
            setParentKey(key)
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
            if (!keep()) setLeaving(false)
          }}
        />
      )}
    </Dialog>
  )
}
