import type { Draft } from '#contract/work/drafts.ts'
import { useRow, useRows } from '../../data/rows.ts'
import { Row, RowBox, RowDots, SHY } from '../../shell/list/Row.tsx'
import type { Select } from '../../shell/list/rowActs.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
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
  onSelect: Select
  onOpen: () => void
  onPublish: () => void
}

export const DraftRow = ({ draft, selected, joined, onSelect, onOpen, onPublish }: DraftRowProps) => {
  const project = useRow('project', draft.project_id)
  const state = useRow('state', draft.state_id)
  const labels = useRows('label').filter(label => draft.label_ids.includes(label.id))
  const people = useRows('user').filter(person => draft.assignee_ids.includes(person.id))
  const title = draft.name || 'Untitled'
  return (
    <Row
      id={draft.id}
      isSelected={selected}
      className={classes(
        'flex h-(--row) items-center gap-2 px-2 max-md:h-13',
        joinedClasses(selected, joined),
      )}
    >
      <span className="relative z-[1] grid size-3.5 place-items-center max-md:hidden">
        <RowBox id={draft.id} name={title} isSelected={selected} className={SHY} />
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
      <span className={`relative z-[1] flex flex-none items-center gap-1 max-md:hidden ${SHY}`}>
        <Button size="small" onClick={onPublish}>
          Add to project
        </Button>
      </span>
      <span className="@max-[720px]:hidden">
        <Labels labels={labels} className="gap-3.5" />
      </span>
      <DueDate day={draft.target_date} group={state?.group ?? 'backlog'} />
      <AvatarStack people={people} />
      <RowDots name={title} className={`max-md:opacity-100 ${SHY}`} />
    </Row>
  )
}
