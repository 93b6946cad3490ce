import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Page } from '#contract/text/pages.ts'
import { useRow, useRows } from '../../data/rows.ts'
import { useOverscan } from '../../ui/behind.ts'
import { Menu } from '../../ui/popups/Menu.tsx'
import { useNarrow } from '../../ui/viewport.ts'
import { MovePage } from '../MovePage.tsx'
import { nestPage } from '../pageActions.ts'
import { favoriteEntry, pageEntries } from '../pageMenu.ts'
import { PageRow } from './PageRow.tsx'
import { isBelow, treeOf } from './pageTree.ts'

type PageRowsProps = {
  pages: readonly Page[]
  all: readonly Page[]
  favorites: ReadonlySet<string>
  /** Found ones stand by themselves, not below others. */
  isFlat: boolean
  /** Below the rows; lines in it that continue their numbers are reached by the same keys. */
  children?: ReactNode
}
type Opened = { id: string; anchor: Element | { getBoundingClientRect: () => DOMRect }; row: Element | null }

/** Dropped beside the rows, a page stands at the top again. */
const useDropBeside = (box: RefObject<HTMLElement | null>, all: readonly Page[]) => {
  const latest = useRef(all)
  useEffect(() => {
    latest.current = all
  })
  useEffect(() => {
    const node = box.current
    if (!node) return
    return dropTargetForElements({
      element: node,
      canDrop: ({ source }) => typeof source.data.pageId === 'string',
      onDrop: ({ source, location }) => {
        const page = latest.current.find(one => one.id === source.data.pageId)
        if (page && location.current.dropTargets[0]?.element === node) nestPage(page, null)
      },
    })
  }, [box])
}

/** The list itself: a tree, of which only the visible part is drawn. */
export const PageRows = ({ pages, all, favorites, isFlat, children }: PageRowsProps) => {
  const box = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<Opened | null>(null)
  const [moved, setMoved] = useState<{ id: string; row: Element | null } | null>(null)
  const people = useRows('user')
  const known = useMemo(() => new Map(people.map(user => [user.id, user])), [people])
  const rows = useMemo(
    () => (isFlat ? pages.map(page => ({ page, depth: 0, children: 0 })) : treeOf(pages, folded)),
    [pages, folded, isFlat],
  )
  const height = useNarrow() ? 52 : 36
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: at => rows[at]?.page.id ?? at,
    overscan: useOverscan(),
  })
  useDropBeside(box, all)
  const fold = (id: string) => {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    setFolded(next)
  }
  const focus = (at: number) => {
    const wanted = Math.max(0, at)
    if (wanted < rows.length) list.scrollToIndex(wanted)
    requestAnimationFrame(() => {
      const link = box.current?.querySelector<HTMLElement>(`[data-at="${wanted}"] a`)
      link?.focus({ preventScroll: wanted < rows.length })
    })
  }
  const last = () =>
    Number([...(box.current?.querySelectorAll('[data-at]') ?? [])].at(-1)?.getAttribute('data-at'))
  const press = (event: React.KeyboardEvent) => {
    const row = (event.target as Element).closest('[data-at]')
    const at = Number(row?.getAttribute('data-at') ?? -1)
    const page = rows[at]?.page
    if (!row || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown') focus(at + 1)
    else if (event.key === 'ArrowUp') focus(at - 1)
    else if (event.key === 'Home') focus(0)
    else if (event.key === 'End') focus(children ? last() : rows.length - 1)
    else if (!page) return
    else if (event.key === 'ArrowRight' && folded.has(page.id)) fold(page.id)
    else if (event.key === 'ArrowLeft' && rows[at]?.children && !folded.has(page.id)) fold(page.id)
    else if (event.key === '.') setOpened({ id: page.id, anchor: row, row })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside have the focus
    <div ref={box} className="min-h-0 flex-1 overflow-y-auto bg-bg px-2 pb-24" onKeyDown={press}>
      <ul
        aria-label="Pages"
        hidden={rows.length === 0}
        className="relative"
        style={{ height: list.getTotalSize() }}
      >
        {list.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <PageRow
              key={key}
              {...row}
              at={index}
              top={start}
              height={height}
              isFolded={folded.has(row.page.id)}
              isFavorite={favorites.has(row.page.id)}
              owner={known.get(row.page.owned_by) ?? null}
              editor={known.get(row.page.updated_by ?? '') ?? null}
              above={isFlat ? (all.find(one => one.id === row.page.parent) ?? null) : null}
              mayTake={id => !isBelow(all, row.page.id, id)}
              onFold={() => fold(row.page.id)}
              onMenu={(anchor, element) => setOpened({ id: row.page.id, anchor, row: element })}
              onNest={id => {
                const page = all.find(one => one.id === id)
                if (page) nestPage(page, row.page.id)
              }}
            />
          )
        })}
      </ul>
      {children}
      {opened && (
        <RowMenu
          key={opened.id}
          opened={opened}
          isFavorite={favorites.has(opened.id)}
          onMove={() => setMoved({ id: opened.id, row: opened.row })}
          onClose={() => setOpened(null)}
        />
      )}
      {moved && <Moving id={moved.id} anchor={moved.row} onClose={() => setMoved(null)} />}
    </div>
  )
}

const Moving = ({ id, anchor, onClose }: { id: string; anchor: Element | null; onClose: () => void }) => {
  const page = useRow('page', id)
  return page && <MovePage page={page} anchor={anchor} onClose={onClose} />
}

type RowMenuProps = { opened: Opened; isFavorite: boolean; onMove: () => void; onClose: () => void }

const RowMenu = ({ opened, isFavorite, onMove, onClose }: RowMenuProps) => {
  const page = useRow('page', opened.id)
  const go = useNavigate()
  if (!page) return null
  const given = {
    page,
    favorite: isFavorite,
    go: (href: string) => void go(href),
    onMove: () => setTimeout(onMove, 0),
  }
  return (
    <Menu
      open
      onOpenChange={next => next || onClose()}
      anchor={opened.anchor}
      finalFocus={() => opened.row?.querySelector('a') ?? null}
      entries={[
        {
          id: 'open',
          label: 'Open in new tab',
          icon: 'external-link',
          run: () => void window.open(opened.row?.querySelector('a')?.href, '_blank', 'noopener'),
        },
        ...favoriteEntry(given),
        ...pageEntries(given),
      ]}
    />
  )
}
