import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { FieldPicker } from '../issues/fields/FieldPicker.tsx'
import { widthOfKeys } from '../issues/list/keyWidth.ts'
import { EstimateSum } from '../issues/rows/EstimateSum.tsx'
import { leadTo, useLongRows } from '../shell/list/longRows.ts'
import type { Selection } from '../shell/list/selection.ts'
import { focusedRow, heirOf } from '../shell/list/useRowKeys.ts'
import { useOverscan } from '../ui/behind.ts'
import { classes } from '../ui/classes.ts'
import { variables } from '../ui/colours.ts'
import { Icon } from '../ui/icons.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { useSteady } from '../ui/useSteady.ts'
import { useNarrow } from '../ui/viewport.ts'
import { PlanRow } from './PlanRow.tsx'

export type PlanGroup = {
  key: string
  name: string
  icon?: ReactNode
  ids: readonly string[]
  total: number
  points: number
  unestimated: number
  action?: ReactNode
  loadMore: () => void
}

type PlanPaneProps = {
  label: string
  projectKey: string
  groups: readonly PlanGroup[]
  chosen: readonly string[]
  selection: Selection
  /** Moves these to the other side; false where that side does not take them. */
  onMove: (ids: readonly string[], by: 'left' | 'right') => boolean
  onOpen: (id: string) => void
  mayEdit: boolean
  empty: ReactNode
}

type Line = { group: PlanGroup; id: string | null }

type GroupHeadProps = {
  group: PlanGroup
  isFirst: boolean
  isShut: boolean
  isStop: boolean
  onFold: () => void
}

const GroupHead = ({ group, isFirst, isShut, isStop, onFold }: GroupHeadProps) => (
  <div
    className={classes(
      !isFirst && 'md:mt-2',
      'flex h-7.5 items-center gap-2 rounded-control bg-sunken px-2 shadow-[inset_0_1px_0_var(--edge),inset_0_-1px_0_var(--edge)] max-md:h-9 max-md:rounded-none max-md:px-4',
    )}
  >
    <h2 className="flex min-w-0 flex-1">
      <button
        type="button"
        // Tab leads to the other side; [ and ] fold from the rows.
        tabIndex={isStop ? 0 : -1}
        aria-expanded={!isShut}
        onClick={onFold}
        className="flex min-w-0 items-center gap-2 rounded-tag"
      >
        <Icon name={isShut ? 'chevron-right' : 'chevron-down'} size={14} className="text-ink-3" />
        {group.icon}
        <span className="cut font-medium">{group.name}</span>
        <Count value={group.total} className="font-normal" />
      </button>
    </h2>
    <EstimateSum short points={group.points} unestimated={group.unestimated} />
    {group.action}
  </div>
)

const useMoreNearEnd = (last: Line | undefined, shut: ReadonlySet<string>) => {
  // The end of a group that is not all here is in sight, or near.
  const unfinished =
    last && !shut.has(last.group.key) && last.group.ids.length < last.group.total ? last.group : null
  const isNearEnd = unfinished !== null && last?.id === unfinished.ids.at(-1)
  useEffect(() => {
    if (isNearEnd) unfinished?.loadMore()
  })
}

/** The groups and rows one below the other, without the rows of folded groups. */
const useLines = (groups: readonly PlanGroup[], shut: ReadonlySet<string>) => {
  // A scroll draws this anew, and changes none of them.
  const lines = useMemo(
    () =>
      groups.flatMap((group): Line[] => [
        { group, id: null },
        ...(shut.has(group.key) ? [] : group.ids.map(id => ({ group, id }))),
      ]),
    [groups, shut],
  )
  return { lines, ids: useMemo(() => lines.flatMap(line => line.id ?? []), [lines]) }
}

const useKeyWidth = (projectKey: string, groups: readonly PlanGroup[], ids: readonly string[]) =>
  useMemo(() => {
    const total = groups.reduce((sum, group) => sum + group.total, 0)
    return widthOfKeys([{ identifier: projectKey }], ids, total)
  }, [projectKey, ids, groups])

/** One side of the planner: groups of rows, chosen by keys, pointer or touch. */
export const PlanPane = (props: PlanPaneProps) => {
  const { label, projectKey, groups, chosen, selection, onMove, onOpen, mayEdit, empty } = props
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set())
  const [editing, setEditing] = useState<{ issueId: string; anchor: Element } | null>(null)
  const narrow = useNarrow()
  const { lines, ids } = useLines(groups, shut)
  const keyWidth = useKeyWidth(projectKey, groups, ids)
  const { list, virtual } = useLongRows<HTMLUListElement>({
    ids: useMemo(() => lines.map(({ id }) => id), [lines]),
    height: index => (lines[index]?.id ? (narrow ? 64 : 30) : narrow ? 36 : index > 0 ? 38 : 30),
    // A height that was measured on a phone is none of a wide row.
    kind: narrow ? 'stacked' : '',
    overscan: useOverscan(),
  })
  const shown = virtual.getVirtualItems()
  useMoreNearEnd(lines[shown.at(-1)?.index ?? -1], shut)
  /** The row that has the focus, or had it last: the one that Tab leads to. */
  const [at, setAt] = useState<string | null>(null)
  const stop = at !== null && ids.includes(at) ? at : (ids[0] ?? null)
  const focus = (id: string | undefined) => {
    if (!id) return
    setAt(id)
    leadTo(id)
  }
  const row = {
    onFocus: setAt,
    onPick: useSteady((id: string, extend: boolean) =>
      extend ? selection.reach(id, ids) : selection.toggle(id),
    ),
    onOpen: useSteady(onOpen),
  }
  const move = (id: string, by: 'left' | 'right') => {
    const meant = chosen.length > 0 ? ids.filter(one => chosen.includes(one)) : [id]
    const heir = heirOf(ids, meant)
    if (!onMove(meant, by)) return
    selection.clear()
    focus(heir)
  }
  const fold = (key: string) => {
    const next = new Set(shut)
    if (!next.delete(key)) next.add(key)
    setShut(next)
  }
  const press = (event: KeyboardEvent) => {
    const id = focusedRow()
    if (!id || !ids.includes(id) || event.ctrlKey || event.metaKey) return
    const next = (by: number) => ids[ids.indexOf(id) + by]
    const by = { ArrowDown: 1, j: 1, J: 1, ArrowUp: -1, k: -1, K: -1 }[event.key]
    if (event.altKey) {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
      if (mayEdit) move(id, event.key === 'ArrowRight' ? 'right' : 'left')
    } else if (by) {
      const to = next(by)
      if (event.shiftKey && !selection.has(id)) selection.reach(id, ids)
      if (event.shiftKey && to) selection.reach(to, ids)
      focus(to)
    } else if (event.key === 'x') selection.toggle(id)
    else if (event.key === 'Escape' && chosen.length > 0) selection.clear()
    else if (event.key === 'e' && mayEdit) setEditing({ issueId: id, anchor: event.target as Element })
    else if (event.key === 'Enter') onOpen(id)
    else if (event.key === '[') {
      const group = lines.find(line => line.id === id)?.group
      const rest = ids.filter(one => !group?.ids.includes(one))
      if (!group || rest.length === 0) return
      fold(group.key)
      focus(rest.find(one => ids.indexOf(one) > ids.indexOf(id)) ?? rest.at(-1))
    } else if (event.key === ']') setShut(new Set())
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside have the focus
    <div className="min-h-0 flex-1 overflow-y-auto bg-bg px-2 max-md:px-0 max-md:pb-36" onKeyDown={press}>
      {ids.length === 0 && <div className="px-4 py-3 text-ink-3">{empty}</div>}
      <ul
        ref={list}
        data-rows
        aria-label={label}
        className="relative"
        style={{ height: virtual.getTotalSize(), ...variables({ '--key-width': keyWidth }) }}
      >
        {shown.map(({ index, start, key }) => {
          const line = lines[index]
          if (!line) return null
          const { group, id } = line
          return (
            <li
              key={key}
              // On a phone a title may take two lines.
              ref={narrow ? virtual.measureElement : undefined}
              data-index={index}
              className="absolute inset-x-0"
              style={{ top: start }}
            >
              {id === null ? (
                <GroupHead
                  {...{ group }}
                  isFirst={index === 0}
                  isShut={shut.has(group.key)}
                  isStop={ids.length === 0}
                  onFold={() => fold(group.key)}
                />
              ) : (
                <PlanRow
                  id={id}
                  projectKey={projectKey}
                  isNarrow={narrow}
                  isChosen={chosen.includes(id)}
                  isStop={id === stop}
                  {...row}
                />
              )}
            </li>
          )
        })}
      </ul>
      <FieldPicker editing={editing && { ...editing, field: 'estimate' }} onClose={() => setEditing(null)} />
    </div>
  )
}
