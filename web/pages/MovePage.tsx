import { isPublic, type Page } from '#contract/text/pages.ts'
import { useRows } from '../data/rows.ts'
import { PageMark } from '../editor/PageMark.tsx'
import { pageName } from '../editor/pageNames.ts'
import { Icon } from '../ui/icons.tsx'
import { Picker } from '../ui/popups/Picker.tsx'
import { isBelow } from './list/pageTree.ts'
import { mayPage, nestPage } from './pageActions.ts'

const TOP = 'top'

type MovePageProps = { page: Page; anchor: Element | null; onClose: () => void }

/** The keyboard's way of nesting a page: choosing the one that it goes below. */
export const MovePage = ({ page, anchor, onClose }: MovePageProps) => {
  const pages = useRows('page')
  const free = pages.filter(
    one =>
      one.project_id === page.project_id &&
      !one.archived_at &&
      mayPage('page.update', one) &&
      (isPublic(one) || one.owned_by === page.owned_by) &&
      !isBelow(pages, one.id, page.id),
  )
  return (
    <Picker
      label="Move to"
      open
      onOpenChange={next => next || onClose()}
      anchor={anchor}
      value={[page.parent ?? TOP]}
      options={[
        { id: TOP, name: 'Top level', icon: <Icon name="arrow-up" className="text-ink-3" /> },
        ...free
          .sort((a, b) => pageName(a).localeCompare(pageName(b)))
          .map(one => ({
            id: one.id,
            name: pageName(one),
            icon: <PageMark page={one} className="text-ink-3" />,
          })),
      ]}
      onPick={([id]) => nestPage(page, !id || id === TOP ? null : id)}
    />
  )
}
