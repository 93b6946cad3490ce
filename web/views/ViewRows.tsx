import { useRef, useState } from 'react'
import type { View } from '#contract/planning/views.ts'
import { useFavoriteIds } from '../data/favorites.ts'
import { viewer } from '../data/viewer.ts'
import { SectionStrip } from '../planning/SectionStrip.tsx'
import { RowsBox } from '../shell/list/RowsBox.tsx'
import { RowsInSight } from '../shell/list/RowsInSight.tsx'
import { Icon } from '../ui/icons.tsx'
import { useViewCounts } from './useViewCounts.ts'
import { ViewRow } from './ViewRow.tsx'
import { isPublic } from './viewActions.ts'
import { viewEntries } from './viewMenu.ts'

const HEIGHTS = { wide: 56, narrow: 64 }

type ViewRowsProps = {
  views: readonly View[]
  /** Null for views of the workspace: their issues are not counted. */
  projectId: string | null
  sentenceOf: (view: View) => string
}

/** Views in their two groups, with the keys that go through them. */
export const ViewRows = ({ views, projectId, sentenceOf }: ViewRowsProps) => {
  const box = useRef<HTMLDivElement>(null)
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set())
  const favorites = useFavoriteIds('view')
  const me = viewer()?.id
  const { counts, ask } = useViewCounts(projectId, box, [...views.map(view => view.id), ...shut].join())
  const groups = [
    {
      name: projectId ? 'Everyone in the project' : 'Everyone in the workspace',
      icon: 'users-round' as const,
      views: views.filter(isPublic),
    },
    {
      name: 'Only you',
      icon: 'lock' as const,
      views: views.filter(view => !isPublic(view) && view.owned_by === me),
    },
    {
      name: 'Owner has left',
      icon: 'user-minus' as const,
      views: views.filter(view => !isPublic(view) && view.owned_by !== me),
    },
  ].filter(group => group.views.length > 0)
  const toggle = (name: string) => {
    const next = new Set(shut)
    if (!next.delete(name)) next.add(name)
    setShut(next)
  }
  return (
    <RowsBox
      ref={box}
      onScroll={ask}
      className="min-h-0 flex-1 overflow-y-auto bg-bg pb-24"
      entriesOf={id => views.filter(view => view.id === id).flatMap(viewEntries)}
    >
      {groups.map((group, nth) => {
        const isOpen = !shut.has(group.name)
        return (
          <section key={group.name} aria-label={group.name} className={nth > 0 ? 'mt-2' : undefined}>
            <SectionStrip
              name={group.name}
              icon={<Icon name={group.icon} className="text-ink-3" />}
              count={group.views.length}
              shut={!isOpen}
              onToggle={() => toggle(group.name)}
              grid="flex items-center gap-3"
              columns={
                nth === 0 && (
                  <span aria-hidden="true" className="flex flex-none gap-3 text-12 text-ink-3 max-md:hidden">
                    {projectId && <span className="w-18 text-right">Issues</span>}
                    <span className="w-16 text-right">Changed</span>
                    <span className="w-14">Owner</span>
                  </span>
                )
              }
            />
            {isOpen && (
              <RowsInSight rows={group.views} heights={HEIGHTS}>
                {view => (
                  <ViewRow
                    view={view}
                    sentenceOf={sentenceOf}
                    count={projectId ? counts[view.id] : null}
                    isFavorite={favorites.has(view.id)}
                  />
                )}
              </RowsInSight>
            )}
          </section>
        )
      })}
    </RowsBox>
  )
}
