import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Page } from '#contract/text/pages.ts'
import { useRow, useRows } from '../../data/rows.ts'
import { pageAddress } from '../../editor/pageNames.ts'
import { RowsBox } from '../../shell/list/RowsBox.tsx'
import { RowsInSight } from '../../shell/list/RowsInSight.tsx'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
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
  /** Found ones are by themselves, not below others. */
  isFlat: boolean
  /** Below the rows; lines in it that continue their numbers are reached by the same keys. */
  children?: ReactNode
}
const HEIGHTS = { wide: 36, narrow: 52 }

/** Dropped beside the rows, a page is at the top again. */
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
  const [moved, setMoved] = useState<string | null>(null)
  const go = useNavigate()
  const people = useRows('user')
  const known = useMemo(() => new Map(people.map(user => [user.id, user])), [people])
  const rows = useMemo(
    () =>
      isFlat ? pages.map(page => ({ id: page.id, page, depth: 0, children: 0 })) : treeOf(pages, folded),
    [pages, folded, isFlat],
  )
  const inset = useNarrow() ? 16 : 8
  useDropBeside(box, all)
  const fold = (id: string) => {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    setFolded(next)
  }
  const press = (key: string, id: string) => {
    const row = rows.find(({ page }) => page.id === id)
    const isShut = folded.has(id)
    if (!row?.children || key !== (isShut ? 'ArrowRight' : 'ArrowLeft')) return false
    fold(id)
    return true
  }
  const entriesOf = (page: Page): MenuEntry[] => {
    const given = {
      page,
      favorite: favorites.has(page.id),
      go: (href: string) => void go(href),
      onMove: () => setTimeout(() => setMoved(page.id), 0),
    }
    const open = () => void window.open(pageAddress(page), '_blank', 'noopener')
    return [
      { id: 'open', label: 'Open in new tab', icon: 'external-link', run: open },
      ...favoriteEntry(given),
      ...pageEntries(given),
    ]
  }
  return (
    <RowsBox
      ref={box}
      className="min-h-0 flex-1 overflow-y-auto bg-bg pb-24"
      entriesOf={id => all.filter(page => page.id === id).flatMap(entriesOf)}
      onKey={press}
    >
      <RowsInSight label="Pages" rows={rows} heights={HEIGHTS}>
        {row => (
          <PageRow
            {...row}
            inset={inset}
            isFolded={folded.has(row.id)}
            isFavorite={favorites.has(row.id)}
            owner={known.get(row.page.owned_by) ?? null}
            editor={known.get(row.page.updated_by ?? '') ?? null}
            above={isFlat ? (all.find(one => one.id === row.page.parent) ?? null) : null}
            mayTake={id => !isBelow(all, row.id, id)}
            onFold={() => fold(row.id)}
            onNest={id => {
              const page = all.find(one => one.id === id)
              if (page) nestPage(page, row.id)
            }}
          />
        )}
      </RowsInSight>
      {children}
      {moved && <Moving id={moved} onClose={() => setMoved(null)} />}
    </RowsBox>
  )
}

const Moving = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const page = useRow('page', id)
  const anchor = document.querySelector(`[data-row="${id}"]`)
  return page && <MovePage page={page} anchor={anchor} onClose={onClose} />
}
