/** The columns of a table, their order and widths: kept in the browser for each list. */
import { useMemo } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { RowTypes } from '../../../data/entities.ts'
import { getRow, useRow } from '../../../data/rows.ts'
import { hasField, isToldIn } from '../../fields/fields.ts'
import type { ListContext } from '../../view/contexts.ts'
import { type Column, columns, ISSUE_COLUMN, ISSUE_WIDTH } from './columns.tsx'

type Choice = { order: string[]; hidden: string[]; widths: Record<string, number> }

const NARROWEST = 56
const WIDEST = 800
const choices = new Map<string, Choice>()
/** The list that the table shows, and the project whose features decide what there is to show. */
export type ColumnList = Pick<ListContext, 'name' | 'projectId' | 'scope'>

const keyOf = ({ name }: ColumnList) => `columns.${name}`

const read = (list: ColumnList): Choice => {
  const none: Choice = { order: [], hidden: [], widths: {} }
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(list)) ?? 'null') as Partial<Choice> | null
    return {
      order: Array.isArray(kept?.order) ? kept.order : none.order,
      hidden: Array.isArray(kept?.hidden) ? kept.hidden : none.hidden,
      widths: kept?.widths ?? none.widths,
    }
  } catch {
    return none
  }
}

const choiceOf = (list: ColumnList): Choice => {
  let choice = choices.get(list.name)
  if (!choice) {
    choice = proxy(read(list))
    choices.set(list.name, choice)
  }
  return choice
}

const keep = (list: ColumnList) => {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(choiceOf(list)))
  } catch {
    // Private windows may forbid storage; the choice holds until the page is left.
  }
}

export type ShownColumn = Column & { shown: boolean }

const ordered = (choice: Choice): ShownColumn[] => {
  const place = (id: string) => {
    const at = choice.order.indexOf(id)
    return at < 0 ? choice.order.length + columns.findIndex(column => column.id === id) : at
  }
  return [...columns]
    .sort((a, b) => place(a.id) - place(b.id))
    .map(column => ({
      ...column,
      width: choice.widths[column.id] ?? column.width,
      shown: !choice.hidden.includes(column.id),
    }))
}

// A project hides columns of features that it has off; a list across projects shows all.
const isOf =
  (project: RowTypes['project'] | null, { scope }: ColumnList) =>
  ({ id }: Column) =>
    (project === null || hasField(project, id)) && isToldIn(scope, id)

/** Every column with its place and width, and the shown ones; and the least width of the first, which fills the room. */
export const useColumns = (list: ColumnList) => {
  const choice = useSnapshot(choiceOf(list)) as Choice
  const project = useRow('project', list.projectId)
  return useMemo(() => {
    const all = ordered(choice).filter(isOf(project, list))
    return {
      all,
      columns: all.filter(column => column.shown),
      issueWidth: choice.widths[ISSUE_COLUMN] ?? ISSUE_WIDTH,
      fills: choice.widths[ISSUE_COLUMN] === undefined,
    }
  }, [choice, project, list])
}

export const narrowest = (id: string) => (id === ISSUE_COLUMN ? 160 : NARROWEST)

export const setColumnWidth = (list: ColumnList, id: string, width: number | null) => {
  const { widths } = choiceOf(list)
  if (width === null) delete widths[id]
  else widths[id] = Math.round(Math.min(WIDEST, Math.max(narrowest(id), width)))
  keep(list)
}

export const showColumn = (list: ColumnList, id: string, shown: boolean) => {
  const choice = choiceOf(list)
  choice.hidden = [...choice.hidden.filter(one => one !== id), ...(shown ? [] : [id])]
  keep(list)
}

/** Puts a column before another, or at the end. */
export const placeColumn = (list: ColumnList, id: string, before: string | null) => {
  const choice = choiceOf(list)
  const rest = ordered(choice)
    .map((column): string => column.id)
    .filter(one => one !== id)
  const at = before === null ? rest.length : rest.indexOf(before)
  choice.order = [...rest.slice(0, at), id, ...rest.slice(at)]
  keep(list)
}

/** One step among the columns that show. */
export const stepColumn = (list: ColumnList, id: string, by: 1 | -1) => {
  const shown = ordered(choiceOf(list))
    .filter(isOf(getRow('project', list.projectId), list))
    .filter(column => column.shown)
  const at = shown.findIndex(column => column.id === id)
  if (!shown[at + by]) return
  placeColumn(list, id, shown[by > 0 ? at + 2 : at - 1]?.id ?? null)
}
