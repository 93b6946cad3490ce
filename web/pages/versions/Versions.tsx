import { Dialog as Base } from '@base-ui/react/dialog'
import type { JSONContent } from '@tiptap/core'
import { useRef, useState } from 'react'
import type { Page } from '#contract/text/pages.ts'
import { pageName } from '../../editor/pageNames.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { EmptyState } from '../../ui/marks/EmptyState.tsx'
import { focusAtOnce } from '../../ui/popups/focusAtOnce.ts'
import { PageSkeleton } from '../PageSkeleton.tsx'
import { imagesOf } from '../pageActions.ts'
import { VersionList } from './VersionList.tsx'
import { VersionText } from './VersionText.tsx'
import { restoreVersion, useVersions, useVersionTexts } from './versionCalls.ts'

type VersionsProps = {
  page: Page
  /** An id, or `current`. */
  chosen: string
  /** The present content of the page. */
  present: JSONContent
  mayWrite: boolean
  onChoose: (id: string) => void
  onRestored: () => void
  onClose: () => void
}

/** The page's versions: over everything, with the text of one and the list of all. */
export const Versions = ({
  page,
  chosen,
  present,
  mayWrite,
  onChoose,
  onRestored,
  onClose,
}: VersionsProps) => {
  const list = useVersions(page)
  const versions = list.answer ?? []
  const found = versions.findIndex(version => version.id === chosen)
  const isUnknown = chosen !== 'current' && list.answer !== null && found < 0
  const at = chosen === 'current' || found < 0 ? 0 : found
  const text = useVersionTexts(page, list.answer, at, present)
  const [isMarked, setMarked] = useState(true)
  const first = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)
  const version = versions[at]
  const restore = async () => {
    if (!version) return
    setBusy(true)
    const isDone = await restoreVersion(page, version)
    setBusy(false)
    if (!isDone) return
    onRestored()
    onClose()
  }
  const isHere = text.answer !== null && text.answer.key === text.key
  return (
    <Base.Root open onOpenChange={open => open || onClose()}>
      <Base.Portal>
        <Base.Popup
          initialFocus={focusAtOnce(() => first.current)}
          className="fixed inset-0 z-[15] flex flex-col bg-bg outline-none"
        >
          <header className="flex h-11 flex-none items-center gap-2 pr-3 pl-4 shadow-[inset_0_-1px_0_var(--line)] max-md:h-13">
            <Base.Title className="cut font-medium">Version history</Base.Title>
            <span className="cut text-ink-3 max-md:hidden">{pageName(page)}</span>
            <span className="flex-1" />
            {!isUnknown && text.answer && text.answer.before !== null && (
              <span className="flex items-center gap-2 text-ink-2">
                <Checkbox label="Show changes" checked={isMarked} onChange={setMarked} />
                <span aria-hidden="true" className="max-md:hidden">
                  Show changes
                </span>
              </span>
            )}
            {mayWrite && at > 0 && (
              <Button variant="primary" busy={isBusy} onClick={() => void restore()}>
                Restore
              </Button>
            )}
            <IconButton ref={first} icon="x" label="Close" keys="esc" onClick={onClose} />
          </header>
          <div className="flex min-h-0 flex-1 max-md:flex-col-reverse">
            <div className="page-text min-h-0 flex-1 overflow-y-auto bg-bg">
              <div className="mx-auto w-full max-w-194 px-4 pt-8 pb-40 md:px-12">
                <h2 className="mb-2 font-semibold text-30">{pageName(page)}</h2>
                {isUnknown ? (
                  <EmptyState
                    title="Version not found"
                    actions={
                      <Button variant="neutral" onClick={() => onChoose('current')}>
                        Show the current version
                      </Button>
                    }
                  >
                    The link is incomplete, or the version is no longer kept. For older days, only the last
                    version is kept.
                  </EmptyState>
                ) : text.failure && !isHere ? (
                  <Failed what="This version" why={text.failure} onRetry={text.retry} />
                ) : isHere && text.answer ? (
                  <VersionText
                    key={`${text.key} ${isMarked}`}
                    images={imagesOf(page)}
                    text={text.answer.text}
                    before={isMarked ? text.answer.before : null}
                  />
                ) : (
                  <PageSkeleton />
                )}
              </div>
            </div>
            <aside
              aria-label="Versions"
              className="w-76 flex-none overflow-y-auto bg-sunken p-2 max-md:max-h-2/5 max-md:w-full"
            >
              {list.failure && !list.answer ? (
                <Failed what="The history" why={list.failure} onRetry={list.retry} />
              ) : list.answer ? (
                <VersionList
                  page={page}
                  versions={versions}
                  at={at}
                  mayWrite={mayWrite}
                  onChoose={onChoose}
                  onNamed={list.retry}
                />
              ) : (
                <div className="p-2">
                  <PageSkeleton />
                </div>
              )}
            </aside>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const Failed = ({ what, why, onRetry }: { what: string; why: string; onRetry: () => void }) => (
  <EmptyState
    title={`${what} could not be loaded`}
    actions={
      <Button variant="neutral" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {why}
  </EmptyState>
)
