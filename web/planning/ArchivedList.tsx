import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRow } from '../data/rows.ts'
import { ArchiveTabs } from '../issues/list/ArchiveTabs.tsx'
import { useHeading } from '../places/heading.ts'
import { Header, HeaderButton } from '../shell/Header.tsx'
import { useListAddress } from '../shell/list/address.ts'
import type { Narrowing } from '../shell/list/filters.ts'
import { ListChips, ListFilters } from '../shell/list/ListFilters.tsx'
import { NoMatch } from '../shell/list/NoMatch.tsx'
import { Row, RowBox, RowDots, SHY } from '../shell/list/Row.tsx'
import { RowsBox } from '../shell/list/RowsBox.tsx'
import { RowsInSight } from '../shell/list/RowsInSight.tsx'
import { selectEntry, useRowSelection } from '../shell/list/selection.ts'
import { SelectionBar } from '../shell/SelectionBar.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { ArchiveDrawing } from '../ui/marks/drawings.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'
import { byName } from './byName.ts'

export type Archived = {
  id: string
  name: string
  archived_at: string | null
  archived_by: string | null
  /** How long ago, in words. */
  ago: string
  href: string
  mark: ReactNode
  dates: string
  mayRestore: boolean
  mayRemove: boolean
}

type ArchivedListProps = {
  /** "cycles". */
  what: string
  how: string
  /** Of how many these are what the filters leave. */
  total: number
  rows: readonly Archived[]
  narrowing: Narrowing<never>
  onRestore: (ids: readonly string[]) => void
  onRemove: (ids: readonly string[]) => void
  /** Shows what one is beside the list; missing where it is opened. */
  onPeek?: (id: string) => void
  peek?: ReactNode
  entriesOf: (id: string) => readonly MenuEntry[]
}

const orders = { archived: 'Archived last', name: 'Name' } as const

const ordered = (rows: readonly Archived[], isByName: boolean) =>
  rows.toSorted((a, b) =>
    isByName ? byName(a, b) : (b.archived_at ?? '').localeCompare(a.archived_at ?? ''),
  )

/** Cycles, modules or pages that were put away; many are brought back or deleted as one. */
export const ArchivedList = (props: ArchivedListProps) => {
  const { what, how, total, rows, narrowing, peek, entriesOf } = props
  const heading = useHeading()
  const [address, change] = useListAddress()
  const isByName = address.get('sort') === 'name'
  const shown = ordered(rows, isByName)
  const { selection, chosen, meant, onSelect } = useRowSelection(shown, row => row.mayRestore)
  return (
    <>
      <Header
        {...heading}
        count={total}
        controls={
          total > 0 && (
            <>
              <ListFilters narrowing={narrowing} label={`Find ${what}`} />
              <Menu
                align="end"
                entries={Object.entries(orders).map(([id, label]) => ({
                  id,
                  label,
                  checked: isByName === (id === 'name'),
                  run: () => change({ sort: id === 'name' ? id : null }),
                }))}
              >
                <HeaderButton icon="arrow-down">{isByName ? orders.name : orders.archived}</HeaderButton>
              </Menu>
            </>
          )
        }
      />
      <ArchiveTabs />
      <ListChips narrowing={narrowing} />
      {total === 0 ? (
        <EmptyState drawing={<ArchiveDrawing />} title={`No archived ${what}`}>
          {how}
        </EmptyState>
      ) : shown.length === 0 ? (
        <NoMatch what={`archived ${what}`} narrowing={narrowing} />
      ) : (
        <div className="relative flex min-h-0 flex-1">
          <RowsBox
            className="min-h-0 min-w-0 flex-1 overflow-y-auto bg-bg pb-16"
            onSelect={onSelect}
            entriesOf={id =>
              shown
                .filter(row => row.id === id)
                .flatMap(({ mayRestore }) => [
                  ...entriesOf(id),
                  ...(mayRestore ? [selectEntry(selection, id)] : []),
                ])
            }
          >
            <RowsInSight rows={shown}>
              {row => <ArchivedRow row={row} isSelected={chosen.includes(row.id)} {...props} />}
            </RowsInSight>
          </RowsBox>
          {meant.length > 0 && <BulkArchived {...props} meant={meant} onDone={selection.clear} />}
          {peek}
        </div>
      )}
    </>
  )
}

type RowProps = Pick<ArchivedListProps, 'onPeek' | 'onRestore' | 'onRemove'> & {
  row: Archived
  isSelected: boolean
}

const ArchivedRow = ({ row, isSelected, onPeek, onRestore, onRemove }: RowProps) => {
  const { id, name } = row
  return (
    <Row
      id={id}
      isSelected={isSelected}
      className="grid h-9 items-center grid-cols-[16px_16px_minmax(0,1fr)_160px_120px_128px_auto] gap-x-3 px-2 max-desk:grid-cols-[16px_16px_minmax(0,1fr)_160px_120px_auto] max-md:h-16 max-md:grid-cols-[16px_minmax(0,1fr)_auto] max-md:px-4"
    >
      <span className="relative z-[1] grid place-items-center max-md:hidden">
        {row.mayRestore && <RowBox {...{ id, name, isSelected }} className={SHY} />}
      </span>
      {row.mark}
      <span className="flex min-w-0 flex-col">
        <Link
          to={row.href}
          onClick={event => {
            if (!onPeek || event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onPeek(id)
          }}
          className="row-link cut font-medium"
        >
          {name}
        </Link>
        <span className="num cut text-12 text-ink-3 md:hidden">{row.dates}</span>
      </span>
      <span className="num text-12 text-ink-3 max-md:hidden">{row.dates}</span>
      <span className="num text-12 text-ink-3 max-md:hidden">Archived {row.ago}</span>
      <Archiver id={row.archived_by} />
      <span className="relative z-[1] flex gap-1">
        {row.mayRestore && (
          <Button icon="rotate-ccw" onClick={() => onRestore([id])} className="max-md:h-11">
            Restore
          </Button>
        )}
        {row.mayRemove && (
          <IconButton
            icon="trash-2"
            label={`Delete ${name}`}
            onClick={() => onRemove([id])}
            className="max-md:hidden"
          />
        )}
        <RowDots name={name} className="size-11 md:hidden" />
      </span>
    </Row>
  )
}

/** Who put it here. */
const Archiver = ({ id }: { id: string | null }) => {
  const person = useRow('user', id)
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-12 text-ink-3 max-desk:hidden">
      {person && (
        <>
          <Avatar person={person} silent />
          <span className="sr-only">by </span>
          <span className="cut">{person.display_name}</span>
        </>
      )}
    </span>
  )
}

type BulkArchivedProps = Pick<ArchivedListProps, 'what' | 'onRestore' | 'onRemove'> & {
  meant: readonly Archived[]
  onDone: () => void
}

const BulkArchived = ({ what, meant, onRestore, onRemove, onDone }: BulkArchivedProps) => {
  const ids = meant.map(({ id }) => id)
  const on = (act: (ids: readonly string[]) => void) => () => {
    onDone()
    act(ids)
  }
  return (
    <SelectionBar what={what} count={meant.length} over="round" onClear={onDone}>
      <Button icon="rotate-ccw" onClick={on(onRestore)}>
        Restore
      </Button>
      {meant.every(({ mayRemove }) => mayRemove) && (
        <Button variant="danger" icon="trash-2" onClick={on(onRemove)}>
          Delete
        </Button>
      )}
    </SelectionBar>
  )
}
