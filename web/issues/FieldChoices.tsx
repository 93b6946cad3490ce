import type { ReactElement } from 'react'
import { cycleStatus } from '#contract/cycles.ts'
import type { Issue } from '#contract/issues.ts'
import { labelRoutes } from '#contract/labels.ts'
import { palette } from '#contract/signs.ts'
import { call } from '../data/client.ts'
import { getRow } from '../data/rows.ts'
import { here, may } from '../data/viewer.ts'
import { later } from '../ui/later.tsx'
import { Picker, type PickerProps } from '../ui/Picker.tsx'
import { toast } from '../ui/Toast.tsx'
import { type Choice, useChoices, youFirst } from './choices.tsx'
import { type EditedField, fields } from './fields.ts'
import type { IssueChange } from './issueActions.ts'

const DatePicker = later(() => import('../ui/DatePicker.tsx').then(module => module.DatePicker), 'soon')

/** What a picker looks at: an issue, or what a new one is to have. */
export type FieldValues = Pick<
  Issue,
  | 'state_id'
  | 'priority'
  | 'assignee_ids'
  | 'label_ids'
  | 'start_date'
  | 'target_date'
  | 'estimate_point'
  | 'cycle_id'
  | 'module_ids'
>
export type PickedField = Exclude<EditedField, 'parent'>

type FieldChoicesProps = {
  field: PickedField
  /** Null where the things are of several projects: then only what all projects share may be picked. */
  projectId: string | null
  of: readonly FieldValues[]
  /** What each becomes: of a list, what was ticked is added and what was unticked taken away. */
  onChange: (change: (one: FieldValues) => IssueChange) => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
  anchor?: Element | null
  /** A button of its own. */
  children?: ReactElement
}

const LABEL_COLOURS = Object.values(palette)
const NOTHING = ''
const withNone = (name: string, options: Choice[]): Choice[] => [{ id: NOTHING, name }, ...options]

type OneColumn = 'state_id' | 'priority' | 'cycle_id' | 'estimate_point'
type ManyColumn = 'assignee_ids' | 'label_ids' | 'module_ids'

/** The picker of one field, for one issue or for several at once. */
export const FieldChoices = (props: FieldChoicesProps) => {
  const { field, projectId, of, onChange, ...frame } = props
  const choices = useChoices(projectId)
  const shared = { ...frame, ...fields[field] }
  const first = of[0]
  if (!first) return null

  const one = (more: Pick<PickerProps, 'options' | 'hint' | 'digits'>, column: OneColumn) => {
    const value = first[column] ?? NOTHING
    const isShared = of.every(each => (each[column] ?? NOTHING) === value)
    return (
      <Picker
        {...shared}
        {...more}
        value={isShared ? [value] : []}
        onPick={([id = NOTHING]) => onChange(() => ({ [column]: id === NOTHING ? null : id }))}
      />
    )
  }
  const many = (more: Pick<PickerProps, 'options' | 'hint' | 'onCreate' | 'empty'>, column: ManyColumn) => {
    const all = first[column].filter(id => of.every(each => each[column].includes(id)))
    const some = [...new Set(of.flatMap(each => each[column]))].filter(id => !all.includes(id))
    // The picker hears of each tick by itself: what it showed before is what was ticked before.
    let shown = all
    return (
      <Picker
        {...shared}
        {...more}
        multiple
        value={all}
        mixed={some}
        onPick={ids => {
          const added = ids.filter(id => !shown.includes(id))
          const taken = shown.filter(id => !ids.includes(id))
          shown = ids
          onChange(each => ({
            [column]: [...each[column].filter(id => !taken.includes(id) && !added.includes(id)), ...added],
          }))
        }}
      />
    )
  }
  const place = { workspace: here().workspaceId, project: projectId ?? '' }
  const newLabel = async (name: string) => {
    const color = LABEL_COLOURS[choices.labels.length % LABEL_COLOURS.length]
    try {
      const { body } = await call(labelRoutes.create, {
        params: { ws: here().slug, p: place.project },
        body: { name, color },
      })
      onChange(each => ({ label_ids: [...each.label_ids, body.id] }))
    } catch (error) {
      toast.failure((error as Error).message)
    }
  }
  // An issue enters what is under way or comes; what is over keeps those that it has.
  const isOpenCycle = ({ id }: Choice) => {
    const cycle = getRow('cycle', id)
    const zone = getRow('project', projectId)?.timezone ?? 'UTC'
    return of.some(each => each.cycle_id === id) || !cycle || cycleStatus(cycle, zone) !== 'completed'
  }
  const latest = (days: (string | null)[]) =>
    days
      .flatMap(day => day ?? [])
      .sort()
      .at(-1) ?? null
  const earliest = (days: (string | null)[]) => days.flatMap(day => day ?? []).sort()[0] ?? null
  const day = (column: 'start_date' | 'target_date') => (
    <DatePicker
      {...shared}
      value={of.every(each => each[column] === first[column]) ? first[column] : null}
      {...(column === 'target_date'
        ? { from: latest(of.map(each => each.start_date)) }
        : { until: earliest(of.map(each => each.target_date)) })}
      onPick={picked => onChange(() => ({ [column]: picked }))}
    />
  )

  switch (field) {
    case 'state':
      return one({ options: choices.state, hint: 'Change state…', digits: true }, 'state_id')
    case 'priority':
      return one({ options: choices.priority, hint: 'Change priority…', digits: true }, 'priority')
    case 'assignees':
      return many({ options: youFirst(choices.people), hint: 'Assign to…' }, 'assignee_ids')
    case 'labels':
      return many(
        {
          options: choices.labels,
          hint: 'Change labels…',
          ...(projectId && may('label.create', {}, place)
            ? { onCreate: (name: string) => void newLabel(name) }
            : {}),
        },
        'label_ids',
      )
    case 'modules':
      return many({ options: choices.module, hint: 'Add to modules…', empty: 'No module' }, 'module_ids')
    case 'cycle':
      return one(
        { options: withNone('No cycle', choices.cycle.filter(isOpenCycle)), hint: 'Move to cycle…' },
        'cycle_id',
      )
    case 'estimate':
      return one(
        { options: withNone('No estimate', choices.estimate_point), hint: 'Estimate…' },
        'estimate_point',
      )
    case 'target_date':
    case 'start_date':
      return day(field)
  }
}
