import { memo, useRef } from 'react'
import { useGroupChoice } from '../acts/selection.ts'
import { useDropGroup } from '../list/drag.ts'
import { GroupStrip } from '../rows/GroupStrip.tsx'
import { type NamedGroup, takesNew } from '../view/groups.tsx'
import type { LayoutProps } from './props.ts'

/** The strip of a group, on which an issue can be dropped. */
export const GroupLine = memo(
  ({
    group,
    shut,
    onToggle,
    setAdding,
    mayCreate,
    query,
    list,
    refuse,
    onDrop,
  }: Pick<
    LayoutProps,
    'list' | 'shut' | 'onToggle' | 'setAdding' | 'mayCreate' | 'query' | 'refuse' | 'onDrop'
  > & {
    group: NamedGroup
  }) => {
    const element = useRef<HTMLDivElement>(null)
    const choice = useGroupChoice(group)
    const target = useDropGroup(element, {
      refuse: dragged => refuse(dragged, group.key),
      onDrop: dragged => onDrop(dragged, group.key, group.ids.at(-1) ?? null, 'bottom'),
    })
    const add = () => {
      if (shut.has(group.key)) onToggle(group.key)
      setAdding(group.key)
    }
    return (
      <div ref={element}>
        <GroupStrip
          name={group.name}
          icon={group.icon}
          count={group.total}
          points={group.points}
          unestimated={list.projectId ? group.unestimated : 0}
          shut={shut.has(group.key)}
          onToggle={() => onToggle(group.key)}
          {...target}
          {...choice}
          {...(mayCreate && takesNew(query.groupBy, group) ? { onAdd: add } : {})}
        />
      </div>
    )
  },
)
GroupLine.displayName = 'GroupLine'
