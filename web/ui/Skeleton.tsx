import { classes } from './classes.ts'

export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={classes('skeleton block h-2 rounded-full', className)} />
)

const widths = ['w-64', 'w-96', 'w-52', 'w-80', 'w-72', 'w-44', 'w-88', 'w-60']

export const RowsSkeleton = ({ rows = 12 }: { rows?: number }) => (
  <div role="status" aria-label="Loading" className="px-2">
    {widths
      .concat(widths, widths)
      .slice(0, rows)
      .map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows stand for nothing yet
        <div key={at} className="flex h-9 items-center gap-2 px-2">
          <Skeleton className="ml-6 !size-4" />
          <Skeleton className="w-12" />
          <Skeleton className="!size-4" />
          <Skeleton className={classes('max-w-1/2', width)} />
          <span className="flex-1" />
          <Skeleton className="w-16" />
          <Skeleton className="!size-5" />
        </div>
      ))}
  </div>
)

export const BoardSkeleton = ({ columns = 4 }: { columns?: number }) => (
  <div role="status" aria-label="Loading" className="flex flex-1 gap-2 overflow-hidden px-4 pt-1 pb-3">
    {[5, 3, 4, 2, 3, 1].slice(0, columns).map((cards, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the columns stand for nothing yet
      <div key={column} className="flex w-68 flex-none flex-col gap-1.5 rounded-card bg-sunken px-1.5">
        <div className="flex h-9 items-center gap-2 px-2.5">
          <Skeleton className="!size-4" />
          <Skeleton className="w-20" />
        </div>
        {Array.from({ length: cards }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards stand for nothing yet
          <div key={at} className="flex h-[102px] flex-col justify-between rounded-control bg-raised p-3">
            <Skeleton className="w-12" />
            <Skeleton className="w-44" />
            <Skeleton className="w-24" />
          </div>
        ))}
      </div>
    ))}
  </div>
)
