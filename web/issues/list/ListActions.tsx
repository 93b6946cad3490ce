/** Actions on the rows of a list: their menu, their selection, their fields, by pointer and by key. */

import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import { getRow } from '../../data/rows.ts'
import { type Selection, useSelected } from '../../shell/list/selection.ts'
import { later } from '../../ui/popups/later.tsx'
import { deleteIssues } from '../acts/issueLife.ts'
import type { OpenedMenu } from '../acts/RowMenu.tsx'
import type { Question } from '../acts/RowQuestion.tsx'
import type { RowActs } from '../acts/selection.ts'
import { type Editing, FieldPicker } from '../fields/FieldPicker.tsx'
import type { EditedField } from '../fields/fields.ts'
import type { MeantIssues } from '../view/commandScope.ts'
import type { Stop } from './drawnLines.ts'
import type { ListFocus } from './listFocus.ts'

const BulkBar = later(() => import('../acts/BulkBar.tsx').then(module => module.BulkBar), 'soon')
const RowMenu = later(() => import('../acts/RowMenu.tsx').then(module => module.RowMenu), 'soon')
const RowQuestion = later(() => import('../acts/RowQuestion.tsx').then(module => module.RowQuestion), 'soon')
const DeleteIssues = later(
  () => import('../acts/DeleteIssues.tsx').then(module => module.DeleteIssues),
  'soon',
)

const known = (ids: readonly string[]) => ids.flatMap(id => getRow('issue', id) ?? [])

/** The anchor of a picker: the bar of the selection, the field's cell, or the row as a whole. */
const anchorOf = (field: EditedField, row: Element | null) =>
  document.querySelector(`[data-bulk="${field}"]`) ?? row?.querySelector(`[data-field="${field}"]`) ?? row

/** The focused row keeps its ring while a popup that a key opened from it has the focus. */
const useHeldRing = (isOpen: boolean) => {
  const ringed = useRef<Element | null>(null)
  useEffect(() => {
    if (isOpen) return
    ringed.current?.removeAttribute('data-held')
    ringed.current = null
  }, [isOpen])
  return useCallback(() => {
    const row = document.activeElement?.matches('[data-title]:focus-visible')
      ? document.activeElement.closest('[data-issue]')
      : null
    row?.setAttribute('data-held', '')
    ringed.current ??= row
  }, [])
}

export const useListActions = (selection: Selection, stops: () => readonly Stop[]) => {
  const [editing, setEditing] = useState<Editing | null>(null)
  const [menu, setMenu] = useState<OpenedMenu | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const [deleting, setDeleting] = useState<readonly string[] | null>(null)
  const holdRing = useHeldRing(editing !== null || menu !== null || question !== null)
  /** Of a selected one the whole selection. */
  const meant = useCallback((id: string) => (selection.has(id) ? selection.ids() : [id]), [selection])
  const onEdit = useCallback(
    (issueId: string, field: EditedField, anchor: Element) => {
      holdRing()
      setEditing({ issueId, field, anchor, also: meant(issueId) })
    },
    [meant, holdRing],
  )
  const onMenu = useCallback(
    (id: string, anchor: OpenedMenu['anchor'], focus: HTMLElement | null = null) => {
      holdRing()
      setMenu({ ids: meant(id), anchor, focus })
    },
    [meant, holdRing],
  )
  const acts = useMemo(
    (): RowActs => ({
      selection,
      onSelect: (id, event) => {
        if (!event.shiftKey) return selection.toggle(id)
        const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null
        const at = stops().findIndex(stop => stop.line === row?.dataset.line)
        const ids = stops().map(stop => stop.id)
        selection.reach(id, ids, at < 0 ? undefined : at)
      },
      onMenu: (id, anchor) => onMenu(id, anchor),
    }),
    [selection, stops, onMenu],
  )
  const onDelete = (ids: readonly string[]) => {
    if (ids.length > 1) setDeleting(ids)
    else deleteIssues(known(ids))
  }
  /** Right click, and Shift with a click; both for the whole row or card. */
  const pointer = {
    onContextMenu: (event: MouseEvent) => {
      const row = (event.target as Element).closest<HTMLElement>('[data-issue]')
      // Text that is selected, and links within it, keep the browser's own menu.
      if (!row?.dataset.issue || !getSelection()?.isCollapsed) return
      event.preventDefault()
      const { clientX, clientY } = event
      const place = { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) }
      onMenu(row.dataset.issue, place, row.querySelector<HTMLElement>('[data-title]'))
    },
    onClickCapture: (event: MouseEvent) => {
      const title = (event.target as Element).closest<HTMLElement>('[data-title]')
      const id = title?.closest<HTMLElement>('[data-issue]')?.dataset.issue
      if (!id || !event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      getSelection()?.removeAllRanges()
      acts.onSelect(id, event)
    },
  }
  return {
    acts,
    editing,
    setEditing,
    onEdit,
    menu,
    setMenu,
    onMenu,
    question,
    setQuestion,
    onAsk: (asked: Question) => {
      holdRing()
      setQuestion(asked)
    },
    deleting,
    setDeleting,
    onDelete,
    pointer,
    /** The subject of a command: the selection, or else the focused line. */
    meant: (focus: ListFocus, readOnly: boolean): MeantIssues | null => {
      const at = focus.stopAt(document.activeElement)
      const ids = selection.ids().length > 0 ? selection.ids() : at ? [at.id] : []
      const [id] = ids
      if (!id) return null
      const row = () =>
        document.querySelector(`[data-line="${CSS.escape(at?.line ?? '')}"]`) ??
        document.querySelector(`[data-issue="${id}"]`)
      const editMeant = (field: EditedField) => {
        const anchor = anchorOf(field, row())
        if (anchor) onEdit(id, field, anchor)
      }
      return { ids, ...(readOnly ? {} : { onEdit: editMeant }), onDelete: () => onDelete(ids) }
    },
  }
}

type ListActionsProps = {
  actions: ReturnType<typeof useListActions>
  selection: Selection
  query: IssueQuery
  loaded: number
  total: number
  readOnly: boolean
}

/** The popups over a list: the bar of the selection, the menu, the picker and the question before a deletion of many. */
export const ListActions = (props: ListActionsProps) => {
  const { actions, selection, query, loaded, total, readOnly } = props
  const {
    editing,
    setEditing,
    question,
    setQuestion,
    menu,
    setMenu,
    deleting,
    setDeleting,
    onDelete,
    onMenu,
  } = actions
  const selected = useSelected(selection)
  const first = () => selected[0] ?? ''
  return (
    <>
      {selected.length > 0 && (
        <BulkBar
          ids={selected}
          {...{ selection, query, loaded, total, readOnly }}
          onEdit={(field, anchor) => actions.onEdit(first(), field, anchor)}
          onMenu={anchor => onMenu(first(), anchor)}
          onDelete={() => onDelete(selected)}
        />
      )}
      {menu && (
        <RowMenu
          opened={menu}
          selection={selection}
          readOnly={readOnly}
          onEdit={(id, field) => {
            const anchor = anchorOf(field, document.querySelector(`[data-issue="${id}"]`))
            if (anchor) setEditing({ issueId: id, also: menu.ids, field, anchor })
          }}
          onAsk={(issueId, of) => {
            const anchor = document.querySelector(`[data-issue="${issueId}"]`)
            if (anchor) setQuestion({ issueId, of, anchor })
          }}
          onDelete={onDelete}
          onClose={() => setMenu(null)}
        />
      )}
      {question && (
        <RowQuestion
          key={`${question.of} ${question.issueId}`}
          question={question}
          onClose={() => setQuestion(null)}
        />
      )}
      <FieldPicker editing={editing} onClose={() => setEditing(null)} />
      {deleting && <DeleteIssues ids={deleting} onClose={() => setDeleting(null)} onDone={selection.clear} />}
    </>
  )
}
