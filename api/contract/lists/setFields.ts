/** The fields that people give an issue, from the table of all fields: for new ones, copies and drafts. */
import type { Issue } from '../work/issues.ts'
import { type FieldName, fields } from './issueFields.ts'

/** Of any project. */
const free = ['priority', 'start_date', 'target_date', 'parent'] as const
/** Rows and people of one project. */
const ofProject = ['state', 'estimate', 'cycle', 'modules', 'labels', 'assignees'] as const

type Name = (typeof free)[number] | (typeof ofProject)[number]
type ColumnOf<N extends Name> = (typeof fields)[N]['column']
type Values<N extends Name> = {
  [C in ColumnOf<N>]: C extends 'state_id' ? string | null : Issue[C]
}
/** The values of all of them; what is of no project yet has no state. */
export type SetValues = Values<Name>

const picked = <T>(names: readonly Name[], of: (name: Name) => T) =>
  Object.fromEntries(names.map(name => [fields[name].column, of(name)]))

const nothing = (name: Name): unknown => {
  const field: (typeof fields)[FieldName] = fields[name]
  return field.holds === 'rows' ? [] : field.holds === 'choice' ? field.choices[0] : null
}

export const unsetOfProject = () => picked(ofProject, nothing) as Values<(typeof ofProject)[number]>
export const unset = () => ({ ...picked(free, nothing), ...unsetOfProject() }) as SetValues

/** The values of any project in a row. */
export const freeIn = <Row extends Values<(typeof free)[number]>>(row: Row) =>
  picked(free, name => row[fields[name as (typeof free)[number]].column]) as Pick<
    Row,
    ColumnOf<(typeof free)[number]>
  >

/** The values of all of them in a row. */
export const setIn = <Row extends SetValues>(row: Row) =>
  picked([...free, ...ofProject], name => row[fields[name].column]) as Pick<Row, keyof SetValues>

/** Those that a call brings. */
export const broughtIn = (input: { [C in keyof SetValues]?: SetValues[C] | null | undefined }) =>
  Object.fromEntries(
    Object.entries(picked([...free, ...ofProject], name => input[fields[name].column])).filter(
      ([, value]) => value !== null && value !== undefined,
    ),
  ) as Partial<SetValues>
