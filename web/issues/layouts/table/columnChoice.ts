/** Which columns of a table show, in which order and how wide: kept in the browser for each project. */
import { useMemo } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { type Column, columns, ISSUE_COLUMN, ISSUE_WIDTH } from './columns.tsx'

type Choice = { order: string[]; hidden: string[]; widths: Record<string, number> }

const NARROWEST = 56
const WIDEST = 800
const choices = new Map<string, Choice>()
const keyOf = (projectId: string) => `columns.${projectId}`

const read = (projectId: string): Choice => {
  const none: Choice = { order: [], hidden: [], widths: {} }
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(projectId)) ?? 'null') as Partial<Choice> | null
    return {
      order: Array.isArray(kept?.order) ? kept.order : none.order,
      hidden: Array.isArray(kept?.hidden) ? kept.hidden : none.hidden,
      widths: kept?.widths ?? none.widths,
    }
  } catch {
    return none
  }
}

const choiceOf = (projectId: string): Choice => {
  let choice = choices.get(projectId)
  if (!choice) {
    choice = proxy(read(projectId))
    choices.set(projectId, choice)
  }
  return choice
}

const keep = (projectId: string) => {
  try {
    localStorage.setItem(keyOf(projectId), JSON.stringify(choiceOf(projectId)))
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

/** Every column with its place and width; and the width of the first, which has neither place nor choice. */
export const useColumns = (projectId: string) => {
  const choice = useSnapshot(choiceOf(projectId)) as Choice
  return useMemo(
    () => ({ all: ordered(choice), issueWidth: choice.widths[ISSUE_COLUMN] ?? ISSUE_WIDTH }),
    [choice],
  )
}

export const narrowest = (id: string) => (id === ISSUE_COLUMN ? 160 : NARROWEST)

export const setColumnWidth = (projectId: string, id: string, width: number | null) => {
  const { widths } = choiceOf(projectId)
  if (width === null) delete widths[id]
  else widths[id] = Math.round(Math.min(WIDEST, Math.max(narrowest(id), width)))
  keep(projectId)
}

export const showColumn = (projectId: string, id: string, shown: boolean) => {
  const choice = choiceOf(projectId)
  choice.hidden = [...choice.hidden.filter(one => one !== id), ...(shown ? [] : [id])]
  keep(projectId)
}

/** Puts a column before another, or at the end. */
export const placeColumn = (projectId: string, id: string, before: string | null) => {
  const choice = choiceOf(projectId)
  const rest = ordered(choice)
    .map(column => column.id)
    .filter(one => one !== id)
  const at = before === null ? rest.length : rest.indexOf(before)
  choice.order = [...rest.slice(0, at), id, ...rest.slice(at)]
  keep(projectId)
}

/** One step among the columns that show. */
export const stepColumn = (projectId: string, id: string, by: 1 | -1) => {
  const shown = ordered(choiceOf(projectId)).filter(column => column.shown)
  const at = shown.findIndex(column => column.id === id)
  if (!shown[at + by]) return
  placeColumn(projectId, id, shown[by > 0 ? at + 2 : at - 1]?.id ?? null)
}
