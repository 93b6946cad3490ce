import { useEffect, useMemo } from 'react'
import type { NamedGroup } from '../groups.tsx'
import type { LayoutProps } from './props.ts'

/** What stands in one line of a list, a table or a timeline. */
export type Line =
  | { kind: 'group'; key: string; group: NamedGroup }
  | { kind: 'issue'; key: string; id: string; group: NamedGroup }
  | { kind: 'more'; key: string; group: NamedGroup }
  | { kind: 'add'; key: string; group: NamedGroup }

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

/** Asks for the next page of every group whose end is in sight. */
export const useMoreInSight = (
  lines: readonly (Line | { kind: 'undated' })[],
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
