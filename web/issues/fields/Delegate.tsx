import type { Issue } from '#contract/work/issues.ts'
import { useRow } from '../../data/rows.ts'
import { useShelf } from '../../data/rowsBy.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { updateIssue } from '../acts/issueActions.ts'
import { useChoices } from './choices.tsx'
import { sessionsBy } from './issueParts.ts'

const NOBODY = ''

/** Has this project an agent to delegate to, or the issue a delegate? */
export const useMayDelegate = (issue: Issue): boolean =>
  useChoices(issue.project_id).agents.length > 0 || issue.delegate_id !== null

type DelegateProps = { issue: Issue; mayEdit: boolean }

/** The agent that does the work of an issue, what it is about, and the way to take the work back. */
export const Delegate = ({ issue, mayEdit }: DelegateProps) => {
  const agent = useRow('user', issue.delegate_id)
  const sessions = useShelf(sessionsBy, issue.id)
  const { agents } = useChoices(issue.project_id)
  const open = sessions.find(one => one.agent === issue.delegate_id && one.ended_at === null)
  const delegate = (id: string) => void updateIssue(issue, { delegate_id: id === NOBODY ? null : id })
  const face = agent ? (
    <>
      <Avatar person={agent} silent />
      <span className="cut">{agent.display_name}</span>
    </>
  ) : (
    <span className="text-ink-3">None</span>
  )
  return (
    <>
      {mayEdit ? (
        <Picker
          label="Delegate"
          hint="Delegate to…"
          options={[{ id: NOBODY, name: 'No delegate' }, ...agents]}
          value={[issue.delegate_id ?? NOBODY]}
          onPick={([id = NOBODY]) => delegate(id)}
        >
          <button
            type="button"
            data-field="delegate"
            className="-mx-1.5 flex min-h-7 min-w-0 items-center gap-2 rounded-control px-1.5 hover:bg-hover data-[popup-open]:bg-press"
          >
            <span className="sr-only">Delegate: </span>
            {face}
          </button>
        </Picker>
      ) : (
        face
      )}
      {open && (
        <span className="ml-1 flex-none text-12 text-ink-3">
          {open.state === 'waiting' ? 'waiting' : 'working'}
        </span>
      )}
      {mayEdit && agent && (
        <IconButton
          icon="x"
          label="Take back"
          className="ml-auto size-6 max-md:size-8"
          onClick={() => delegate(NOBODY)}
        />
      )}
    </>
  )
}
