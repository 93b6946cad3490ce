import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import type { Page } from '#contract/text/pages.ts'
import { useRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { DocumentEditor, type OpenText } from '../editor/DocumentEditor.tsx'
import { FindPanel } from '../editor/FindPanel.tsx'
import { Outline } from '../editor/Outline.tsx'
import { pageName } from '../editor/pageNames.ts'
import { focusToolbar } from '../editor/surfaces/ToolbarFrame.tsx'
import { textKeys } from '../editor/surfaces/textKeys.ts'
import { MentionedIn } from '../issues/one/MentionedIn.tsx'
import { to } from '../places/address.ts'
import { useTitle } from '../places/title.ts'
import { useKeys } from '../shell/keyboard.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { copyText } from '../ui/copy.ts'
import { shortDay } from '../ui/dates/day-words.ts'
import { Banner } from '../ui/marks/Banner.tsx'
import { isPopupOpen } from '../ui/popups/isPopupOpen.ts'
import { later } from '../ui/popups/later.tsx'
import { ExpectTyping } from '../ui/popups/typeAhead.tsx'
import { useDiscardBlank } from './blankPages.ts'
import { PageBar } from './PageBar.tsx'
import { PageHeader } from './PageHeader.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { PageTitle, type TitleState } from './PageTitle.tsx'
import { imagesOf, mayPage, unarchivePage } from './pageActions.ts'
import { usePageLook } from './pageLook.ts'
import { useTalk } from './threads/useTalk.ts'
import { usePlaceInText } from './usePlaceInText.ts'

const ThreadPanel = later(
  () => import('./threads/ThreadPanel.tsx').then(module => module.ThreadPanel),
  'next',
)
const Versions = later(() => import('./versions/Versions.tsx').then(module => module.Versions))

export const PageScreen = () => {
  const { slug = '', projectId = '', pageId = '' } = useParams()
  const page = useRow('page', pageId)
  const project = useRow('project', projectId)
  useTitle(page ? pageName(page) : 'Page', project?.name)
  // Taken away while it was open: the text that had not been saved is still here for a moment.
  const last = useRef<Page | null>(null)
  useEffect(() => {
    if (page) last.current = page
  })
  const shown = page ?? (last.current?.id === pageId ? last.current : null)
  if (!shown || !project) return <NoPage pages={to('pages', { slug, projectId })} />
  return <OnePage key={shown.id} page={shown} isGone={!page} />
}

const NoPage = ({ pages, unsaved }: { pages: string; unsaved?: string | null }) => (
  <NotFound
    title="Page not found"
    text={
      unsaved
        ? 'It was deleted, or it is no longer shared with you. Your latest changes were not saved. Copy them before you leave.'
        : 'It was deleted, or it is not shared with you.'
    }
    {...(unsaved
      ? { also: <Button onClick={() => void copyText(unsaved, 'Text')}>Copy the text</Button> }
      : {})}
    back={{ label: 'View other pages', href: pages }}
  />
)

/** Reads unsaved words from the editor before that goes. */
const GonePage = ({ open, pages }: { open: OpenText | null; pages: string }) => {
  const [unsaved] = useState(() =>
    open && open.connection.state.waiting > 0 && !open.editor.isDestroyed ? open.editor.getText() : null,
  )
  return <NoPage pages={pages} unsaved={unsaved} />
}

const ArchivedBanner = ({ page, at }: { page: Page; at: string }) => (
  <Banner
    wide
    icon="archive"
    action={
      mayPage('page.archive', page) && (
        <Button variant="neutral" onClick={() => unarchivePage(page)}>
          Restore
        </Button>
      )
    }
  >
    Archived on {shortDay(at, true)}. It can be read but not changed.
  </Banner>
)

type PageKeys = {
  open: OpenText | null
  talk: ReturnType<typeof useTalk>
  onFind: () => void
  /** A version lies above the text. */
  isCovered: boolean
}

const usePageKeys = ({ open, talk, onFind, isCovered }: PageKeys) => {
  useKeys(
    {
      'mod+f': { run: onFind, label: 'Find in page', group: 'Page', always: true },
      'mod+alt+m': { run: talk.begin, label: 'Comment on the selection', group: 'Page', always: true },
      '[': { run: () => talk.step(-1), label: 'Previous thread', group: 'Page' },
      ']': { run: () => talk.step(1), label: 'Next thread', group: 'Page' },
      'alt+f10': { run: () => open && focusToolbar(open.editor), label: 'Formatting', group: 'Page' },
    },
    { when: () => open !== null && !isCovered && !isPopupOpen('dialog') },
  )
  useKeys(textKeys, { when: () => open?.editor.isEditable === true })
}

/** The version that the address names lies above the text. */
const useVersion = () => {
  const [query, setQuery] = useSearchParams()
  const show = (id: string | null) => {
    setQuery(old => {
      const next = new URLSearchParams(old)
      if (id) next.set('version', id)
      else next.delete('version')
      return next
    })
  }
  return [query.get('version'), show] as const
}

const OnePage = ({ page, isGone }: { page: Page; isGone: boolean }) => {
  const look = usePageLook()
  const [open, setOpen] = useState<OpenText | null>(null)
  const given = useLocation().state as { find?: string } | null
  // Its title has been written: the text is next.
  const [isTitled, setTitled] = useState(false)
  const [title, setTitle] = useState<TitleState>(null)
  // A search result leads here with the word found: that is shown. Otherwise the search begins with the selection.
  const [finding, setFinding] = useState(given?.find ?? null)
  const body = useRef<HTMLDivElement>(null)
  const onOpen = useCallback((now: OpenText | null) => setOpen(now), [])
  const mayEver = mayPage('page.write', page)
  const mayWrite = mayEver && !page.is_locked && !page.archived_at
  const [version, showVersion] = useVersion()
  usePlaceInText(open)
  const talk = useTalk(page, open)
  useDiscardBlank(page, open)
  usePageKeys({ open, talk, onFind: () => setFinding(''), isCovered: version !== null })
  // Where its threads are beside the text, there is no room for both.
  const isWide = look.outline && !look.full && talk.shown === null
  const pages = to('pages', { slug: here().slug, projectId: page.project_id })
  if (isGone) return <GonePage open={open} pages={pages} />
  return (
    <>
      <PageHeader
        page={page}
        open={open}
        title={title}
        onFind={() => setFinding('')}
        onHistory={() => showVersion('current')}
        talk={talk}
      />
      {page.archived_at && <ArchivedBanner page={page} at={page.archived_at} />}
      <PageBar open={open} mayWrite={mayWrite} isWide={isWide} />
      <div className="relative flex min-h-0 flex-1">
        <div
          ref={body}
          data-font={look.font}
          data-size={look.size}
          className="page-text flex min-h-0 flex-1 flex-col overflow-y-auto bg-bg"
        >
          <div
            className={classes(
              'mx-auto w-full flex-1 px-4 pt-5 pb-60 md:px-12',
              look.full ? 'max-w-none' : 'max-w-194',
              isWide && 'xl:translate-x-[-56px]',
            )}
          >
            <PageTitle
              page={page}
              readOnly={!mayWrite}
              onDone={() => setTitled(true)}
              onFocus={() => setTitled(false)}
              onState={setTitle}
            />
            {isTitled && <ExpectTyping />}
            <DocumentEditor
              name={`page.${page.id}`}
              label="Page text"
              look="page"
              images={imagesOf(page)}
              focus={isTitled}
              placeholder={mayWrite ? 'Write, or press / for commands' : ''}
              onOpen={onOpen}
              onComment={talk.mayComment ? talk.begin : undefined}
              meanwhile={<PageSkeleton />}
            />
            <MentionedIn
              of={{ kind: 'page', id: page.id, project_id: page.project_id }}
              className="mt-12 pt-3 shadow-[inset_0_1px_0_var(--line)] print:hidden"
            />
          </div>
        </div>
        {finding !== null && open && (
          <FindPanel editor={open.editor} words={finding} onClose={() => setFinding(null)} />
        )}
        {open && isWide && (
          <aside className="absolute top-7 right-6 hidden max-h-[calc(100%-56px)] w-52 overflow-y-auto xl:block">
            <Outline editor={open.editor} />
          </aside>
        )}
        {talk.shown && <ThreadPanel talk={talk} />}
      </div>
      {version !== null && open && (
        <Versions
          page={page}
          chosen={version}
          present={open.editor.getJSON()}
          mayWrite={mayWrite}
          onChoose={showVersion}
          onRestored={() => open.connection.tellRestored()}
          onClose={() => showVersion(null)}
        />
      )}
    </>
  )
}
