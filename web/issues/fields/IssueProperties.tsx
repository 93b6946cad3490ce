import { addDays } from '#contract/people/zones.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useClock } from '../../data/clock.ts'
import type { RowTypes } from '../../data/entities.ts'
import { getRow, useRow } from '../../data/rows.ts'
import { momentText, sinceText } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Avatar, AvatarStack } from '../../ui/marks/Avatar.tsx'
import { Labels } from '../../ui/marks/Label.tsx'
import { PriorityIcon, priorityNames } from '../../ui/marks/PriorityIcon.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { Visitor } from '../../ui/marks/Visitor.tsx'
import { Delegate, useMayDelegate } from './Delegate.tsx'
import { DueDate } from './DueDate.tsx'
import { type EditedField, hasField, lookOf, looks } from './fields.ts'
import { useLastLooked } from './lastLooked.ts'
import { PropertyGrid } from './PropertyGrid.tsx'
import {
  useAssignees,
  useIssueCycle,
  useIssueModules,
  useLabels,
  usePoint,
  useStateSign,
} from './useNamed.ts'

const estimateWords = ({ value, estimate }: RowTypes['estimate_point']) =>
  getRow('estimate', estimate)?.type === 'points' ? `${value} ${value === '1' ? 'point' : 'points'}` : value

/** The same day as people say it, when it is near. */
const Near = ({ day }: { day: string }) => {
  const { today } = useClock()
  const near = [-1, 0, 1].find(by => addDays(today, by) === day)
  if (near === undefined) return null
  return <span className="text-ink-2">{['yesterday', 'today', 'tomorrow'][near + 1]}</span>
}

const Named = ({ icon, names }: { icon: 'iteration-cw' | 'boxes'; names: string[] }) => (
  <>
    <Icon name={icon} className="text-ink-3" />
    <span className="cut">{names.join(', ')}</span>
  </>
)

const Moment = ({ at }: { at: string }) => (
  <span className="num flex-none whitespace-nowrap text-ink-2" title={momentText(at)}>
    {sinceText(at)}
  </span>
)

const Parent = ({ id }: { id: string }) => {
  const parent = useRow('issue', id)
  const project = useRow('project', parent?.project_id)
  return parent && project ? (
    <span className="cut">
      <span className="num text-ink-3">
        {project.identifier}-{parent.sequence_id}
      </span>{' '}
      {parent.name}
    </span>
  ) : (
    '…'
  )
}

type IssuePropertiesProps = {
  issue: Issue
  /** Missing where the fields may only be read. */
  onEdit?: (field: EditedField, anchor: HTMLElement) => void
  /** The sender by the public form, where known. */
  visitor?: string | undefined
}

/** Every field of an issue, each opening the picker that rows and cards open too. */
export const IssueProperties = ({ issue, onEdit, visitor }: IssuePropertiesProps) => {
  const project = useRow('project', issue.project_id)
  const creator = useRow('user', issue.created_by)
  const looked = useLastLooked()
  const mayDelegate = useMayDelegate(issue)
  const sign = useStateSign(issue)
  const [assignees, labels] = [useAssignees(issue), useLabels(issue)]
  const [cycle, modules, point] = [useIssueCycle(issue), useIssueModules(issue), usePoint(issue)]
  const values: Partial<Record<EditedField, React.ReactNode>> = {
    state: (
      <>
        <StateIcon group={sign.group} color={sign.color} later={sign.later} />
        <span className="cut">{sign.label}</span>
      </>
    ),
    priority: (
      <>
        <PriorityIcon priority={issue.priority} silent />
        <span className="cut">{priorityNames[issue.priority]}</span>
      </>
    ),
    assignees: assignees.length > 0 && (
      <>
        <AvatarStack people={assignees} />
        <span className="cut">{assignees.map(person => person.display_name).join(', ')}</span>
      </>
    ),
    labels: labels.length > 0 && (
      <Labels labels={labels} max={4} className="flex-wrap gap-x-3.5 [&>span]:text-13 [&>span]:text-ink" />
    ),
    start_date: issue.start_date && <DueDate day={issue.start_date} group="completed" large whole />,
    target_date: issue.target_date && (
      <span className="flex items-center gap-1">
        <DueDate day={issue.target_date} group={issue.state__group} large whole />
        <Near day={issue.target_date} />
      </span>
    ),
    cycle: cycle && <Named icon="iteration-cw" names={[cycle.name]} />,
    modules: modules.length > 0 && <Named icon="boxes" names={modules.map(module => module.name)} />,
    estimate: point && <span className="num">{estimateWords(point)}</span>,
    parent: issue.parent_id && <Parent id={issue.parent_id} />,
  }
  const property = (field: EditedField, label = lookOf(field)?.short ?? looks[field].label) =>
    hasField(project, field)
      ? [
          {
            id: field,
            label,
            keys: looks[field].keys,
            value: values[field] || null,
            was: looked?.was?.get(field),
            ...(onEdit ? { onEdit: (anchor: HTMLElement) => onEdit(field, anchor) } : {}),
          },
        ]
      : []
  return (
    <PropertyGrid
      properties={[
        ...property('state'),
        ...property('priority'),
        ...property('assignees'),
        ...(mayDelegate
          ? [
              {
                id: 'delegate',
                label: looks.delegate.label,
                wide: true,
                value: <Delegate issue={issue} mayEdit={Boolean(onEdit)} />,
              },
            ]
          : []),
        ...property('labels'),
        ...property('start_date'),
        {
          id: 'created',
          label: 'Created',
          quiet: true,
          value: (
            <>
              {visitor && !issue.created_by ? <Visitor name={visitor} /> : <Avatar person={creator} silent />}
              <span className="cut">
                {creator?.display_name ?? (issue.created_by ? 'Someone' : (visitor ?? 'A visitor'))}
              </span>
              <Moment at={issue.created_at} />
            </>
          ),
        },
        ...property('target_date'),
        ...property('cycle'),
        ...property('modules', looks.modules.one),
        ...property('estimate'),
        ...property('parent'),
        { id: 'updated', label: 'Updated', quiet: true, value: <Moment at={issue.updated_at} /> },
      ]}
    />
  )
}
