/** Placeholders for figures that are loading, absent or failed. */
import type { ReactNode } from 'react'
import { useHere, useMay } from '../data/viewer.ts'
import { useKeys } from '../shell/keyboard.ts'
import { openOverlay } from '../shell/overlays.ts'
import { Button } from '../ui/controls/Button.tsx'
import { ProjectDrawing } from '../ui/marks/drawings.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import type { Figures } from './useFigures.ts'

const lengths = ['w-3/4', 'w-2/3', 'w-1/2', 'w-5/12', 'w-1/3']

export const BarsSkeleton = ({ rows = 5 }: { rows?: number }) => (
  <>
    {lengths.slice(0, rows).map((length, at) => (
      <span key={length} className="flex h-7 items-center gap-2" style={{ opacity: 1 - at * 0.18 }}>
        <Skeleton className="!size-5" />
        <Skeleton className="w-22" />
        <span className="flex min-w-0 flex-1 pl-3">
          <Skeleton className={length} />
        </span>
      </span>
    ))}
  </>
)

/** A head that is known already above what is on its way. */
export const Waiting = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="flex min-h-8 items-center font-medium">{title}</h2>
    {children}
  </section>
)

export const ChartSkeleton = ({ height }: { height: number }) => (
  <div className="skeleton rounded-control" style={{ height }} />
)

/** Above something that is loading, for those who hear it. */
export const Loading = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div role="status" aria-label="Loading" aria-busy="true" className={className}>
    {children}
  </div>
)

export const Failed = ({ figures }: { figures: Pick<Figures<object>, 'status' | 'error' | 'retry'> }) => (
  <div role="alert" className="grid place-content-center justify-items-center gap-3 px-4 py-16 text-center">
    <p className="max-w-100 text-balance text-ink-2">
      {figures.status === 'offline'
        ? 'Figures come from the server, which cannot be reached at the moment. They will load as soon as it can.'
        : `The figures could not be read. ${figures.error}`}
    </p>
    <Button variant="neutral" onClick={figures.retry} className="max-md:h-11">
      Try again
    </Button>
  </div>
)

export const NoProjects = () => {
  const { workspaceId } = useHere()
  const mayCreate = useMay()('project.create', {}, { workspace: workspaceId })
  return (
    <EmptyState
      drawing={<ProjectDrawing />}
      title="No projects to look at yet"
      actions={
        mayCreate && (
          <Button variant="primary" keys="p" onClick={() => openOverlay('project')}>
            New project
          </Button>
        )
      }
    >
      Analytics show what is created and completed in the projects you have joined, who has how much to do,
      and how long it takes.
    </EmptyState>
  )
}

/** `onClear`: null where nothing is filtered. */
export const NoIssues = ({ onClear }: { onClear: (() => void) | null }) => {
  useKeys({ esc: () => (onClear ? onClear() : false) })
  return (
    <div
      role="status"
      className="grid min-h-60 flex-1 place-content-center justify-items-center gap-3 px-4 text-center text-14 text-ink-2"
    >
      {onClear ? 'No issues match these filters.' : 'There are no issues here yet.'}
      {onClear && (
        <Button keys="esc" onClick={onClear} className="max-md:h-11">
          Clear the filter
        </Button>
      )}
    </div>
  )
}
