import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import type { Stop } from '../list/drawnLines.ts'
import type { ListFocus } from '../list/listFocus.ts'
import type { NamedGroup } from '../view/groups.tsx'
import type { LayoutProps } from './props.ts'

/** A line of a list, a table or a timeline. */
export type Line =
  | { kind: 'group'; key: string; group: NamedGroup }
  | { kind: 'issue'; key: string; id: string; group: NamedGroup }
  | { kind: 'more'; key: string; group: NamedGroup }
  | { kind: 'add'; key: string; group: NamedGroup }
type AnyLine = Line | { kind: 'undated'; key: string }

type Grouping = Pick<LayoutProps, 'groups' | 'grouped' | 'shut' | 'adding'>

const linesOf = ({ groups, grouped, shut, adding }: Grouping): Line[] =>
  groups.flatMap((group): Line[] => [
    ...(grouped ? [{ kind: 'group' as const, key: `group/${group.key}`, group }] : []),
    ...(shut.has(group.key)
      ? []
      : [
          ...group.ids.map((id): Line => ({ kind: 'issue', key: `${group.key}/${id}`, id, group })),
          ...(group.ids.length < group.total
            ? [{ kind: 'more' as const, key: `more/${group.key}`, group }]
            : []),
          ...(adding === group.key ? [{ kind: 'add' as const, key: `add/${group.key}`, group }] : []),
        ]),
  ])

export const useLines = ({ groups, grouped, shut, adding }: Grouping) =>
  useMemo(() => linesOf({ groups, grouped, shut, adding }), [groups, grouped, shut, adding])

export const stopsOf = (lines: readonly AnyLine[]): Stop[] =>
  lines.flatMap(line =>
    line.kind === 'issue' ? [{ line: line.key, id: line.id, group: line.group.key }] : [],
  )

/** The issue of a line; undefined where there is another kind, or none. */
export const issueAt = (lines: readonly Line[], at: number): string | undefined => {
  const line = lines[at]
  return line?.kind === 'issue' ? line.id : undefined
}

/** Where a line is; one that is nested is where its parent is. */
export const usePlaces = (lines: readonly AnyLine[]) => {
  const places = useMemo(() => new Map(lines.map((line, at) => [line.key, at])), [lines])
  return (line: string | null): number => {
    for (let key = line ?? ''; key; key = key.slice(0, Math.max(0, key.lastIndexOf('/')))) {
      const at = places.get(key)
      if (at !== undefined) return at
    }
    return -1
  }
}

/**
 * Lines drawn at any scroll position: the one with the focus, which would be lost otherwise, and the strip of the group
 * on top.
 */
export const useAlwaysDrawn = (lines: readonly AnyLine[], pinned: () => number) => {
  const strips = useMemo(() => lines.flatMap((line, at) => (line.kind === 'group' ? [at] : [])), [lines])
  const stuck = useRef(-1)
  return {
    rangeExtractor: (range: Range) => {
      stuck.current = strips.findLast(at => at <= range.startIndex) ?? -1
      const more = [stuck.current, pinned()].filter(at => at >= 0 && at < range.count)
      return [...new Set([...defaultRangeExtractor(range), ...more])].sort((a, b) => a - b)
    },
    /** Is this strip at the top of the screen? */
    isStuck: (at: number) => at === stuck.current,
  }
}

/** Asks for the next page of every group whose end is in sight. */
export const useMoreInSight = (
  lines: readonly AnyLine[],
  items: readonly { index: number }[],
  loadMore: (key: string) => void,
) => {
  const wanted = JSON.stringify(
    items.flatMap(({ index }) => {
      const line = lines[index]
      return line?.kind === 'more' ? [line.group.key, line.group.ids.length] : []
    }),
  )
  useEffect(() => {
    for (const key of JSON.parse(wanted)) if (typeof key === 'string') loadMore(key)
  }, [wanted, loadMore])
}

/** Pins the line with the focus, and says the index of each. */
export const usePinned = (lines: readonly AnyLine[], focus: ListFocus) => {
  const lineIndex = usePlaces(lines)
  return { lineIndex, ...useAlwaysDrawn(lines, () => lineIndex(focus.line())) }
}
