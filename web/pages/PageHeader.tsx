import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Page } from '#contract/text/pages.ts'
import { useRows } from '../data/rows.ts'
import type { OpenText } from '../editor/DocumentEditor.tsx'
import { copyMarkdown, printText } from '../editor/export/export.ts'
import { PageMark } from '../editor/PageMark.tsx'
import { pageAddress, pageName } from '../editor/pageNames.ts'
import { People } from '../editor/sync/People.tsx'
import { useHeading } from '../places/heading.ts'
import { Header, Rule } from '../shell/Header.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Icon } from '../ui/icons.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'
import { ExportPage } from './ExportPage.tsx'
import { MovePage } from './MovePage.tsx'
import { PageLogo } from './PageLogo.tsx'
import { PageState } from './PageState.tsx'
import type { TitleState } from './PageTitle.tsx'
import { mayPage, toggleFavorite } from './pageActions.ts'
import { lookEntries, setLook, usePageLook } from './pageLook.ts'
import { copyPageLink, favoriteEntry, pageEntries } from './pageMenu.ts'
import { TalkButton } from './threads/TalkButton.tsx'
import type { Talk } from './threads/useTalk.ts'
import { useFavorites } from './useFavorites.ts'

type PageHeaderProps = {
  page: Page
  open: OpenText | null
  title: TitleState
  onFind: () => void
  onHistory: () => void
  talk: Talk
}

/** The pages that this one is below, the highest first. */
const useAbove = (page: Page) => {
  const pages = useRows('page')
  return useMemo(() => {
    const above: Page[] = []
    for (let id = page.parent; id && above.length < 20; ) {
      const parent = pages.find(one => one.id === id)
      if (!parent || above.includes(parent)) break
      above.unshift(parent)
      id = parent.parent
    }
    return above
  }, [pages, page.parent])
}

export const PageHeader = ({ page, open, title, onFind, onHistory, talk }: PageHeaderProps) => {
  const go = useNavigate()
  const look = usePageLook()
  const above = useAbove(page)
  const isFavorite = useFavorites().has(page.id)
  const [moved, setMoved] = useState<Element | null>(null)
  const [isExporting, setExporting] = useState(false)
  const { project, crumbs } = useHeading()
  const given = {
    page,
    favorite: isFavorite,
    go: (href: string) => void go(href),
    onMove: () => setMoved(document.querySelector('[data-page-menu]')),
  }
  const entries: MenuEntry[] = [
    { id: 'find', label: 'Find', icon: 'search', keys: 'mod+f', run: onFind },
    { id: 'history', label: 'Version history', icon: 'history', run: onHistory },
    ...(open
      ? [
          {
            id: 'markdown',
            label: 'Copy as Markdown',
            icon: 'copy' as const,
            run: () =>
              void copyMarkdown(open.editor, {
                title: pageName(page),
                project: page.project_id,
                images: true,
              }),
          },
          {
            id: 'print',
            label: 'Print…',
            icon: 'printer' as const,
            // The menu is gone from the paper first.
            run: () => void setTimeout(() => printText(pageName(page), { size: null, images: true }), 100),
          },
          {
            id: 'export',
            label: 'Export…',
            icon: 'download' as const,
            run: () => setExporting(true),
          },
        ]
      : []),
    { id: 'looks', rule: true },
    ...lookEntries(look),
    {
      id: 'outline',
      label: 'Outline',
      icon: 'list',
      checked: look.outline,
      stays: true,
      run: () => setLook({ outline: !look.outline }),
    },
    { id: 'acts', rule: true },
    ...favoriteEntry(given),
    ...pageEntries(given),
  ]
  return (
    <>
      <Header
        project={project}
        crumbs={[
          ...crumbs,
          ...above.map(one => ({
            label: pageName(one),
            href: pageAddress(one),
            mark: <PageMark page={one} size={14} className="text-ink-3" />,
          })),
        ]}
        mark={<PageLogo page={page} />}
        section={pageName(page)}
        status={
          <>
            {page.is_locked && !page.archived_at && (
              <span className="mr-2 flex items-center gap-1">
                <Icon name="lock" size={12} />
                <span className="max-md:sr-only">Locked</span>
              </span>
            )}
            <PageState page={page} open={open} title={title} mayEver={mayPage('page.write', page)} />
          </>
        }
        controls={
          <>
            <People editor={open?.editor ?? null} connection={open?.connection ?? null} />
            <TalkButton talk={talk} />
            <span className="contents max-md:hidden">
              <Rule />
              {mayPage('page.favor', page) && (
                <IconButton
                  icon="star"
                  label={isFavorite ? 'Remove from favourites' : 'Add to favourites'}
                  aria-pressed={isFavorite}
                  className={isFavorite ? 'text-ink-2 [&_svg]:fill-current' : ''}
                  onClick={() => void toggleFavorite(page)}
                />
              )}
              <IconButton icon="link" label="Copy link" onClick={() => void copyPageLink(page)} />
              <IconButton icon="history" label="Version history" onClick={onHistory} />
            </span>
            <span data-page-menu className="contents">
              <Menu entries={entries} align="end">
                <IconButton icon="ellipsis" label="Page options" className="max-md:size-11" />
              </Menu>
            </span>
          </>
        }
      />
      {isExporting && open && <ExportPage page={page} open={open} onClose={() => setExporting(false)} />}
      {moved && (
        <MovePage page={page} anchor={moved.querySelector('button')} onClose={() => setMoved(null)} />
      )}
    </>
  )
}
