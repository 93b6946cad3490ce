import { classes } from '../../../ui/classes.ts'
import { Skeleton } from '../../../ui/marks/Skeleton.tsx'
import { GroupLine } from '../GroupLine.tsx'
import type { Line } from '../lines.ts'
import type { LayoutProps } from '../props.ts'
import type { ShownColumn } from './columnChoice.ts'
import { TableRow } from './TableRow.tsx'
import type { useCursor } from './useCursor.ts'

type TableLineProps = Pick<ReturnType<typeof useCursor>, 'cursor' | 'range'> & {
  layout: LayoutProps
  line: Line
  /** Its index among all lines. */
  index: number
  /** How far from the top it lies; null while it is there instead of scrolling away. */
  start: number | null
  columns: readonly ShownColumn[]
  narrow: boolean
}

/** One line of the table, where it lies. */
export const TableLine = (props: TableLineProps) => {
  const { layout, line, index, start, columns, cursor, range, narrow } = props
  const { editing, peekId } = layout
  return (
    <div
      role="presentation"
      className={classes('inset-x-0', start === null ? 'sticky top-9 z-[10] bg-bg' : 'absolute top-0')}
      style={start === null ? undefined : { transform: `translateY(${start}px)` }}
    >
      {line.kind === 'issue' && (
        <TableRow
          id={line.id}
          line={line.key}
          group={line.group.key}
          index={index + 2}
          columns={columns}
          cursor={cursor.line === line.key ? cursor.column : null}
          marked={range?.lines.has(line.key) ? range.columns : null}
          editing={editing?.issueId === line.id ? editing.field : null}
          peeked={peekId === line.id}
          mayEdit={layout.mayEdit && !narrow}
          onEdit={layout.onEdit}
          onPeek={layout.onPeek}
          refuse={layout.refuse}
          onDrop={layout.onDrop}
        />
      )}
      {line.kind !== 'issue' && (
        // biome-ignore lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a table's
        <div role="row" tabIndex={-1} data-line={line.key} aria-rowindex={index + 2}>
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          <div role="gridcell" tabIndex={-1} aria-colspan={columns.length + 1} className="sheet-group">
            <OtherLine {...layout} line={line} />
          </div>
        </div>
      )}
    </div>
  )
}

const OtherLine = (props: LayoutProps & { line: Exclude<Line, { kind: 'issue' }> }) => {
  const { line } = props
  if (line.kind === 'group') return <GroupLine {...props} group={line.group} />
  if (line.kind === 'add') return <div className="h-9" />
  return (
    <div className="flex h-9 items-center px-4">
      <Skeleton className="h-3 w-64" />
    </div>
  )
}
