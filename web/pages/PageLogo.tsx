import type { Page } from '#contract/text/pages.ts'
import { PageMark } from '../editor/PageMark.tsx'
import { LogoPicker } from '../ui/LogoPicker.tsx'
import { readLogo } from '../ui/logo/logo.ts'
import { keepBlank } from './blankPages.ts'
import { mayPage, setPageLogo } from './pageActions.ts'

/** The icon beside the title: a button for people who may change the page, a picture for everyone else. */
export const PageLogo = ({ page }: { page: Page }) => {
  const mark = <PageMark page={page} className="text-ink-3" />
  if (page.is_locked || page.archived_at || !mayPage('page.update', page))
    return <span className="grid size-6 flex-none place-items-center">{mark}</span>
  return (
    <LogoPicker
      label="Page icon"
      logo={readLogo(page.logo_props)}
      onPick={logo => {
        keepBlank(page.id)
        setPageLogo(page, logo)
      }}
    >
      <button
        type="button"
        aria-label="Page icon"
        className="grid size-6 flex-none place-items-center rounded-control hover:bg-hover data-[popup-open]:bg-press"
      >
        {mark}
      </button>
    </LogoPicker>
  )
}
