import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ArchiveTabs } from '../issues/list/ArchiveTabs.tsx'
import { useHeading } from '../places/heading.ts'
import { Header } from '../shell/Header.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { agoText } from '../ui/dates/day-words.ts'
import { ArchiveDrawing, EmptyState } from '../ui/marks/EmptyState.tsx'
import { NoMatch } from './NoMatch.tsx'
import { usePlanAddress } from './usePlanAddress.ts'

type Archived = {
  id: string
  name: string
  archived_at: string | null
  href: string
  mark: ReactNode
  dates: string
  onRestore?: (() => void) | undefined
  onDelete?: (() => void) | undefined
}

type ArchivedListProps = {
  /** "cycles". */
  what: string
  how: string
  rows: readonly Archived[]
}

/** Cycles or modules that were put away, the latest first. */
export const ArchivedList = ({ what, how, rows }: ArchivedListProps) => {
  const heading = useHeading()
  const [address, change] = usePlanAddress()
  const words = address.get('q') ?? ''
  const shown = rows
    .filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))
    .sort((a, b) => (b.archived_at ?? '').localeCompare(a.archived_at ?? ''))
  return (
    <>
      <Header
        {...heading}
        count={rows.length}
        controls={
          rows.length > 0 && (
            <SearchField
              label={`Find archived ${what}`}
              placeholder="Name"
              value={words}
              onChange={text => change({ q: text || null })}
            />
          )
        }
      />
      <ArchiveTabs />
      {rows.length === 0 ? (
        <EmptyState drawing={<ArchiveDrawing />} title={`No archived ${what}`}>
          {how}
        </EmptyState>
      ) : (
        <ul className="min-h-0 flex-1 overflow-y-auto pb-16">
          {shown.map(row => (
            <li
              key={row.id}
              className="group relative mx-2 grid h-9 grid-cols-[16px_minmax(0,1fr)_160px_148px_auto] items-center gap-x-3 rounded-control px-2 hover:bg-hover max-md:h-16 max-md:grid-cols-[16px_minmax(0,1fr)_auto]"
            >
              {row.mark}
              <span className="flex min-w-0 flex-col">
                <Link
                  to={row.href}
                  className="cut font-medium after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
                >
                  {row.name}
                </Link>
                <span className="num cut text-12 text-ink-3 md:hidden">{row.dates}</span>
              </span>
              <span className="num text-12 text-ink-3 max-md:hidden">{row.dates}</span>
              <span className="num text-12 text-ink-3 max-md:hidden">
                Archived {row.archived_at && agoText(row.archived_at)}
              </span>
              <span className="relative z-[1] flex gap-1">
                {row.onRestore && (
                  <Button icon="rotate-ccw" onClick={row.onRestore} className="max-md:h-11">
                    Restore
                  </Button>
                )}
                {row.onDelete && (
                  <IconButton
                    icon="trash-2"
                    label={`Delete ${row.name}`}
                    onClick={row.onDelete}
                    className="max-md:size-11"
                  />
                )}
              </span>
            </li>
          ))}
          {shown.length === 0 && (
            <li>
              <NoMatch what={`archived ${what}`} words={words} onClear={() => change({ q: null })} />
            </li>
          )}
        </ul>
      )}
    </>
  )
}
