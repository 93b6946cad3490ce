import { isActive } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import type { Relation, RelationType } from '#contract/work/relations.ts'
import { useRow } from '../../data/rows.ts'
import { useShelf } from '../../data/rowsBy.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { keyOf } from '../acts/issueAddress.ts'
import { unrelate } from '../acts/issuePartActions.ts'
import { relationKinds, relationWords } from '../acts/relationWords.ts'
import type { EditLine } from '../fields/fields.ts'
import { relationsBy, seenFrom } from '../fields/issueParts.ts'
import { IssueLine } from '../rows/IssueLine.tsx'
import { DetailSection } from './DetailSection.tsx'
import { useNamedIssues, useReading } from './readIssueParts.ts'

/** Relations of an issue by kind; the issues at their other ends are seen to be known. */
export const useRelations = (issue: Issue) => {
  const rows = useShelf(relationsBy, issue.id)
  const seen = rows
    .map(row => ({ row, ...seenFrom(row, issue.id) }))
    .sort(
      (a, b) =>
        relationKinds.indexOf(a.type) - relationKinds.indexOf(b.type) || (a.row.id < b.row.id ? -1 : 1),
    )
  useNamedIssues(seen)
  // The row that the log brings may come before the answer takes the pending one away.
  return seen.filter(
    (one, at) => seen.findIndex(other => other.type === one.type && other.id === one.id) === at,
  )
}

type LineProps = {
  issue: Issue
  row: Relation
  type: RelationType
  other: string
  mayChange: boolean
  onEdit: EditLine
}

const Line = ({ issue, row, type, other, mayChange, onEdit }: LineProps) => {
  const far = useRow('issue', other)
  if (!far || !isActive(far)) return null
  const { label, icon, strong } = relationWords[type]
  const isOver = far.state__group === 'completed' || far.state__group === 'cancelled'
  return (
    <li>
      <IssueLine
        issue={far}
        onEdit={onEdit}
        lead={
          <span className="flex flex-none items-center gap-2 text-12 text-ink-3 md:w-24">
            <Icon name={icon} className={classes(strong && !isOver && 'text-danger')} />
            <span className="max-md:sr-only">{label}</span>
          </span>
        }
        controls={
          mayChange && (
            <IconButton
              icon="x"
              size="strip"
              label={`Remove: ${label} ${keyOf(far)}`}
              onClick={event => {
                // The line goes, and the focus with it: the head of the section stays.
                event.currentTarget.closest('section')?.querySelector('button')?.focus()
                unrelate(issue, row, type, far)
              }}
            />
          )
        }
      />
    </li>
  )
}

type RelationsProps = {
  issue: Issue
  mayChange: boolean
  onEdit: EditLine
  onAdd: (type: RelationType) => void
}

export const relationEntries = (onAdd: (type: RelationType) => void): MenuEntry[] =>
  relationKinds.map(type => ({
    id: type,
    label: `${relationWords[type].find}…`,
    icon: relationWords[type].icon,
    run: () => onAdd(type),
  }))

/** An issue's relations: blocked by, blocking, related, duplicates. */
export const Relations = ({ issue, mayChange, onEdit, onAdd }: RelationsProps) => {
  const relations = useRelations(issue)
  const { status, retry } = useReading('parts', issue)
  if (status === 'error')
    return (
      <p role="alert" className="flex basis-full items-center gap-2 text-ink-2">
        Relations, links and reactions could not be loaded.
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      </p>
    )
  if (relations.length === 0) return null
  return (
    <DetailSection
      title="Relations"
      count={relations.length}
      controls={
        mayChange && (
          <Menu align="end" entries={relationEntries(onAdd)}>
            <IconButton icon="plus" size="strip" label="Add relation" keys="r" className="-mr-1" />
          </Menu>
        )
      }
    >
      <ul>
        {relations.map(({ row, type, id }) => (
          <Line key={row.id} {...{ issue, row, type, mayChange, onEdit }} other={id} />
        ))}
      </ul>
    </DetailSection>
  )
}
