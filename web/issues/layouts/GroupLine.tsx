import { useRef } from 'react'
import { useDropGroup } from '../drag.ts'
import type { NamedGroup } from '../groups.tsx'
import { GroupStrip } from '../parts/GroupStrip.tsx'
import { useGroupChoice } from '../selection.ts'
import type { LayoutProps } from './props.ts'

/** The strip of a group, on which an issue can be dropped. */
export const GroupLine = ({
  group,
  shut,
  onToggle,
  setAdding,
  mayCreate,
  onDrop,
}: Pick<LayoutProps, 'shut' | 'onToggle' | 'setAdding' | 'mayCreate' | 'onDrop'> & { group: NamedGroup }) => {
  const element = useRef<HTMLDivElement>(null)
  const choice = useGroupChoice(group)
  const over = useDropGroup(element, dragged =>
    onDrop(dragged, group.key, group.ids.at(-1) ?? null, 'bottom'),
  )
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
        shut={shut.has(group.key)}
        onToggle={() => onToggle(group.key)}
        over={over}
        {...choice}
        {...(mayCreate ? { onAdd: add } : {})}
      />
    </div>
  )
}
