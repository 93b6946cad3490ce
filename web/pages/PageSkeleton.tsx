import { Skeleton } from '../ui/marks/Skeleton.tsx'

const lines = ['w-full', 'w-11/12', 'w-3/5', '', 'w-1/3 !h-4', '', 'w-full', 'w-4/5', 'w-2/3']

/** Shown in place of a text until its copy in this browser, or the server's, has come. */
export const PageSkeleton = () => (
  <div role="status" aria-label="Loading" className="flex flex-col gap-3.5 pt-2">
    {lines.map((width, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines stand for nothing yet
      <Skeleton key={at} className={width || 'opacity-0'} />
    ))}
  </div>
)
