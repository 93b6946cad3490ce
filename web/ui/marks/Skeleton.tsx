import { classes } from '../classes.ts'

export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={classes('skeleton block h-2 rounded-full', className)} />
)

/** Lists fade downwards. They do not pulse: each part of them that moves costs a layer while the screen is on its way. */
const fading = (at: number, rows: number) => ({ opacity: 1 - (0.8 * at) / rows })

const widths = ['w-64', 'w-96', 'w-52', 'w-80', 'w-72', 'w-44', 'w-88', 'w-60']

export const RowsSkeleton = ({ rows = 12 }: { rows?: number }) => (
  <div role="status" aria-label="Loading" className="px-2">
    {widths
      .concat(widths, widths)
      .slice(0, rows)
      .map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows stand for nothing yet
        <div key={at} className="flex h-9 items-center gap-2 px-2" style={fading(at, rows)}>
          <Skeleton className="ml-6 !size-4 flex-none" />
          <Skeleton className="w-12 flex-none" />
          <Skeleton className="!size-4 flex-none" />
          <Skeleton className={classes('max-w-1/2', width)} />
          <span className="flex-1" />
          <Skeleton className="w-16" />
          <Skeleton className="!size-5 flex-none" />
        </div>
      ))}
  </div>
)

/** A paragraph, as high as the least that a text takes. */
export const TextSkeleton = () => (
  <div role="status" aria-label="Loading" className="flex h-20 flex-col gap-3.5 pt-2">
    <Skeleton className="w-full max-w-140" />
    <Skeleton className="w-11/12 max-w-132" />
    <Skeleton className="w-1/2 max-w-72" />
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

export const TableSkeleton = () => (
  <div role="status" aria-label="Loading" className="min-h-0 flex-1 overflow-hidden">
    {Array.from({ length: 16 }, (_, row) => (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows stand for nothing yet
        key={row}
        className="grid h-9 grid-cols-[390px_repeat(6,minmax(96px,1fr))] border-line border-b"
        style={fading(row, 16)}
      >
        {Array.from({ length: 7 }, (_, column) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns stand for nothing yet
            key={column}
            className={classes('flex items-center px-3', column > 0 && 'border-line border-l')}
          >
            <Skeleton className={column > 0 ? 'w-14' : widths[row % widths.length]} />
          </span>
        ))}
      </div>
    ))}
  </div>
)

export const TimelineSkeleton = () => (
  <div role="status" aria-label="Loading" className="flex min-h-0 flex-1 overflow-hidden pt-22">
    <div className="w-90 flex-none border-line border-r max-md:hidden">
      {Array.from({ length: 12 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows stand for nothing yet
        <div key={row} className="flex h-11 items-center px-4" style={fading(row, 12)}>
          <Skeleton className={classes('max-w-4/5', widths[row % widths.length])} />
        </div>
      ))}
    </div>
    <div className="min-w-0 flex-1">
      {Array.from({ length: 12 }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows stand for nothing yet
          key={row}
          className="flex h-11 items-center"
          style={{ ...fading(row, 12), paddingLeft: 32 + ((row * 5) % 8) * 48 }}
        >
          <Skeleton className="!h-7 w-48 !rounded-control" />
        </div>
      ))}
    </div>
  </div>
)

export const CalendarSkeleton = () => (
  <div
    role="status"
    aria-label="Loading"
    className="grid min-h-0 flex-1 auto-rows-fr grid-cols-7 border-line border-t pt-16"
  >
    {Array.from({ length: 35 }, (_, day) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the days stand for nothing yet
      <div key={day} className="flex flex-col gap-2 border-line border-r border-b p-2">
        <Skeleton className="w-5" />
        {day % 3 === 0 && <Skeleton className="!h-5 !rounded-tag" />}
      </div>
    ))}
  </div>
)
