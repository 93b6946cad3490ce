import type { ReactElement } from 'react'
import { fields } from '#contract/lists/issueFields.ts'
import { messageOf } from '#contract/messageOf.ts'
import { cycleStatus } from '#contract/planning/cycles.ts'
import { palette } from '#contract/text/signs.ts'
import type { Issue, IssueChange } from '#contract/work/issues.ts'
import { labelRoutes } from '#contract/work/labels.ts'
import { call } from '../../data/client.ts'
import { getRow } from '../../data/rows.ts'
import { here, may } from '../../data/viewer.ts'
import { later } from '../../ui/popups/later.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import type { PickerProps } from '../../ui/popups/useChoices.ts'
import { type Choice, useChoices, youFirst } from './choices.tsx'
import { type EditedField, lookOf, looks } from './fields.ts'
import { verbs } from './verbs.ts'

const DatePicker = later(
  () => import('../../ui/dates/DatePicker.tsx').then(module => module.DatePicker),
  'soon',
)

export type PickedField = Exclude<EditedField, 'parent'>
type Picked = (typeof fields)[PickedField]
/** The values that a picker shows: an issue's, or those of a new one. */
export type FieldValues = Pick<Issue, Picked['column']>

type FieldChoicesProps = {
  field: PickedField
  /** Null where the issues are of several projects: then only values that all projects share can be picked. */
  projectId: string | null
  of: readonly FieldValues[]
  /** The new values of each issue: in a list, ticked values are added and unticked ones removed. */
  onChange: (change: (one: FieldValues) => IssueChange) => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
  anchor?: Element | null
  /** A button of its own. */
  children?: ReactElement
}

const LABEL_COLOURS = Object.values(palette)
const NOTHING = ''
const withNone = (name: string, options: readonly Choice[]): Choice[] => [{ id: NOTHING, name }, ...options]

type ManyColumn = Extract<Picked, { holds: 'rows' }>['column']
type OneColumn = Extract<Picked, { holds: 'row' | 'choice' }>['column']

/** The picker of one field, for one issue or for several at once. */
export const FieldChoices = (props: FieldChoicesProps) => {
  const { field, projectId, of, onChange, ...frame } = props
  const choices = useChoices(projectId)
  const look = looks[field]
  const shared = { ...frame, label: look.label, keys: look.keys }
  const first = of[0]
  if (!first) return null

  const one = (more: Pick<PickerProps, 'options' | 'hint' | 'digits' | 'direct'>, column: OneColumn) => {
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
    // The picker learns of each tick by itself: the ticks that it showed before are the former ones.
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
      toast.failure(messageOf(error))
    }
  }
  // An issue enters current and upcoming cycles; a completed one keeps its own.
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

  const { holds, column } = fields[field]
  const { choices: from, none } = { ...lookOf(field) }
  const { verb: hint } = verbs[field]
  const known = from ? choices[from] : []
  if (holds === 'day') return day(column)
  if (holds === 'rows')
    return many(
      {
        hint,
        options: from === 'people' ? youFirst(known) : known,
        ...(field === 'modules' ? { empty: looks.modules.none } : {}),
        ...(field === 'labels' && projectId && may('label.create', {}, place)
          ? { onCreate: (name: string) => void newLabel(name) }
          : {}),
      },
      column,
    )
  if (none === undefined) return one({ hint, options: known, digits: true }, column)
  return one(
    {
      hint: field === 'estimate' ? 'Estimate…' : hint,
      direct: field === 'estimate',
      options: withNone(none, field === 'cycle' ? known.filter(isOpenCycle) : known),
    },
    column,
  )
}
