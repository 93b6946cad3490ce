import { Skeleton } from '../../ui/marks/Skeleton.tsx'

const NAMES = [
  ['w-44', 'w-32', 'w-38'],
  ['w-36', 'w-50'],
  ['w-30', 'w-34', 'w-24'],
]

/** The list of modules before it is there: strips and rows in their own measures, fading down. */
export const ModulesSkeleton = () => (
  <div role="status" aria-label="Loading" className="min-h-0 flex-1 overflow-hidden">
    {NAMES.map((names, at) => (
      <div key={names.join()} style={{ opacity: 1 - at * 0.25 }}>
        <div className="mx-2 mb-0.5 flex h-9 items-center gap-2 rounded-control bg-sunken px-2">
          <span className="w-4" />
          <Skeleton className="!size-4" />
          <Skeleton className="w-18" />
        </div>
        {names.map(name => (
          <div key={name} className="mx-2 flex h-9 items-center gap-2 px-2">
            <span className="w-4" />
            <Skeleton className="!size-4" />
            <Skeleton className={name} />
            <span className="flex-1" />
            <Skeleton className="w-30 max-md:hidden" />
            <Skeleton className="ml-4 w-12" />
            <Skeleton className="!size-5" />
          </div>
        ))}
      </div>
    ))}
  </div>
)
