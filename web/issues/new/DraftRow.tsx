import type { Draft } from '#contract/work/drafts.ts'
import { useRow, useRows } from '../../data/rows.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { AvatarStack } from '../../ui/marks/Avatar.tsx'
import { Labels } from '../../ui/marks/Label.tsx'
import { PriorityIcon } from '../../ui/marks/PriorityIcon.tsx'
import { DueDate } from '../fields/DueDate.tsx'
import { type Joined, joinedClasses } from '../fields/rowProps.ts'
import { StateSign } from '../fields/StateSign.tsx'

type DraftRowProps = {
  draft: Draft
  selected: boolean
  joined: Joined
  onSelect: (id: string, event: { shiftKey?: boolean }) => void
  onOpen: () => void
  onPublish: () => void
  onMenu: (anchor: Anchor) => void
}

export type Anchor = Element | { getBoundingClientRect: () => DOMRect }

const hidden = 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100'

export const DraftRow = ({ draft, selected, joined, onSelect, onOpen, onPublish, onMenu }: DraftRowProps) => {
  const project = useRow('project', draft.project_id)
  const state = useRow('state', draft.state_id)
  const labels = useRows('label').filter(label => draft.label_ids.includes(label.id))
  const people = useRows('user').filter(person => draft.assignee_ids.includes(person.id))
  const title = draft.name || 'Untitled'
  return (
    <div
      data-draft={draft.id}
      data-selected={selected || undefined}
      className={classes(
        'issue-row group relative mx-2 flex h-(--row) items-center gap-2 rounded-control px-2 max-md:h-13',
        !selected && 'hover:bg-hover',
        joinedClasses(selected, joined),
      )}
    >
      <span className={classes('relative z-[1] grid place-items-center max-md:hidden', !selected && hidden)}>
        <Checkbox
          tabIndex={-1}
          checked={selected}
          label={`Select ${title}`}
          onChange={(_, event) => onSelect(draft.id, event)}
        />
      </span>
      <PriorityIcon priority={draft.priority} />
      <span className={classes('num w-14 flex-none cut text-12', selected ? 'text-ink-2' : 'text-ink-3')}>
        {project?.identifier ?? '–'}
      </span>
      <StateSign issue={{ state_id: state?.id ?? '', state__group: state?.group ?? 'backlog' }} />
      <button
        type="button"
        data-title
        onClick={event => (event.shiftKey ? onSelect(draft.id, event) : onOpen())}
        className={classes('row-link cut min-w-0 flex-1 text-left', !draft.name && 'text-ink-2')}
      >
        {title}
      </button>
      <span className={classes('relative z-[1] flex flex-none items-center gap-1 max-md:hidden', hidden)}>
        <Button size="small" onClick={onPublish}>
          Add to project
        </Button>
      </span>
      <span className="@max-[720px]:hidden">
        <Labels labels={labels} className="gap-3.5" />
      </span>
      <DueDate day={draft.target_date} group={state?.group ?? 'backlog'} />
      <AvatarStack people={people} />
      <IconButton
        icon="ellipsis"
        size="strip"
        tooltip={false}
        tabIndex={-1}
        aria-haspopup="menu"
        label={`Actions for ${title}`}
        onClick={event => onMenu(event.currentTarget)}
        className={classes('relative z-[1] max-md:opacity-100', hidden)}
      />
    </div>
  )
}
