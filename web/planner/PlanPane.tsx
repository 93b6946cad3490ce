import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { FieldPicker } from '../issues/fields/FieldPicker.tsx'
import { widthOfKeys } from '../issues/list/keyWidth.ts'
import { EstimateSum } from '../issues/rows/EstimateSum.tsx'
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
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
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

/** The choice of rows: one by one, or as a range from the last one that was chosen so. */
const useRange = (
  ids: readonly string[],
  { chosen, onChoose }: Pick<PlanPaneProps, 'chosen' | 'onChoose'>,
) => {
  const from = useRef<string | null>(null)
  const range = (to: string) => {
    const [one, other] = [ids.indexOf(from.current ?? to), ids.indexOf(to)]
    onChoose(new Set(ids.slice(Math.min(one, other), Math.max(one, other) + 1)))
  }
  const toggle = (id: string) => {
    from.current = id
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  const pick = (id: string, extend: boolean) => (extend ? range(id) : toggle(id))
  const extend = (id: string, to: string) => {
    if (chosen.size === 0) from.current = id
    range(to)
  }
  return { pick, toggle, extend }
}

/** The row with the focus, one of them reached by Tab; keys lead from row to row before these are drawn. */
const useRowFocus = (
  box: RefObject<HTMLElement | null>,
  ids: readonly string[],
  scrollTo: (id: string) => void,
) => {
  /** The row that has the focus, or had it last. */
  const [at, setAt] = useState<string | null>(null)
  /** The row that a key leads to: the next key goes on from there, whether it is drawn by then or not. */
  const heading = useRef<string | null>(null)
  const stop = at !== null && ids.includes(at) ? at : (ids[0] ?? null)

  const focus = (id: string | undefined) => {
    if (!id) return
    heading.current = id
    setAt(id)
    scrollTo(id)
  }
  // In the moment that draws it, and before the row that had the focus goes: no key falls between the two.
  useLayoutEffect(() => {
    const row =
      heading.current && box.current?.querySelector<HTMLElement>(`[data-issue="${heading.current}"]`)
    if (!row) return
    heading.current = null
    row.focus({ preventScroll: true })
  })
  const land = (id: string) => {
    heading.current = null
    setAt(id)
  }
  return { stop, heading, focus, land }
}

/** The row that takes the focus when these leave: the next one, or else the last. */
const heirOf = (ids: readonly string[], leaving: readonly string[]) => {
  const rest = ids.filter(one => !leaving.includes(one))
  return ids.slice(ids.indexOf(leaving.at(-1) ?? '')).find(one => rest.includes(one)) ?? rest.at(-1)
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

/** One side of the planner: groups of rows, chosen by keys, pointer or touch. */
export const PlanPane = (props: PlanPaneProps) => {
  const { label, projectKey, groups, chosen, onChoose, onMove, onOpen, mayEdit, empty } = props
  const box = useRef<HTMLDivElement>(null)
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set())
  const [editing, setEditing] = useState<{ issueId: string; anchor: Element } | null>(null)
  const narrow = useNarrow()
  const { lines, ids } = useLines(groups, shut)
  const { pick, toggle, extend } = useRange(ids, props)
  const keyWidth = useMemo(() => {
    const total = groups.reduce((sum, group) => sum + group.total, 0)
    return widthOfKeys([{ identifier: projectKey }], ids, total)
  }, [projectKey, ids, groups])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: index => (lines[index]?.id ? (narrow ? 64 : 30) : narrow ? 36 : index > 0 ? 38 : 30),
    getItemKey: useCallback(
      // A height that was measured on a phone is none of a wide row.
      (at: number) => `${narrow ? 'stacked ' : ''}${lines[at]?.group.key}/${lines[at]?.id ?? ''}`,
      [lines, narrow],
    ),
    overscan: useOverscan(),
  })
  const shown = virtual.getVirtualItems()
  useMoreNearEnd(lines[shown.at(-1)?.index ?? -1], shut)
  const { stop, heading, focus, land } = useRowFocus(box, ids, id =>
    virtual.scrollToIndex(lines.findIndex(line => line.id === id)),
  )
  const row = { onFocus: useSteady(land), onPick: useSteady(pick), onOpen: useSteady(onOpen) }
  const move = (id: string, by: 'left' | 'right') => {
    const meant = chosen.size > 0 ? ids.filter(one => chosen.has(one)) : [id]
    const heir = heirOf(ids, meant)
    if (!onMove(meant, by)) return
    onChoose(new Set())
    focus(heir)
  }
  const fold = (key: string) => {
    const next = new Set(shut)
    if (!next.delete(key)) next.add(key)
    setShut(next)
  }
  const press = (event: KeyboardEvent) => {
    const under = (event.target as Element).closest('[data-issue]')?.getAttribute('data-issue')
    const id = under && heading.current && ids.includes(heading.current) ? heading.current : under
    if (!id || event.ctrlKey || event.metaKey) return
    const next = (by: number) => ids[ids.indexOf(id) + by]
    const by = { ArrowDown: 1, j: 1, J: 1, ArrowUp: -1, k: -1, K: -1 }[event.key]
    if (event.altKey) {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
      if (mayEdit) move(id, event.key === 'ArrowRight' ? 'right' : 'left')
    } else if (by) {
      const to = next(by)
      if (event.shiftKey && to) extend(id, to)
      focus(to)
    } else if (event.key === 'x') toggle(id)
    else if (event.key === 'Escape' && chosen.size > 0) onChoose(new Set())
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
    <div
      ref={box}
      className="min-h-0 flex-1 overflow-y-auto bg-bg px-2 max-md:px-0 max-md:pb-36"
      onKeyDown={press}
    >
      {ids.length === 0 && <div className="px-4 py-3 text-ink-3">{empty}</div>}
      <ul
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
                  isChosen={chosen.has(id)}
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
