import { useSearchParams } from 'react-router'
import { layoutLooks } from '../issues/layouts/looks.ts'
import { PageSkeleton } from '../pages/PageSkeleton.tsx'
import { placeOf, usePlace } from '../places/address.ts'
import { RowsSkeleton, Skeleton } from '../ui/marks/Skeleton.tsx'

const Written = () => (
  <div className="mx-auto flex w-full max-w-[680px] flex-col gap-6 px-4 pt-14">
    <Skeleton className="!h-7 w-2/3" />
    <PageSkeleton />
  </div>
)

const Narrow = () => (
  <div className="mx-auto w-full max-w-200 pt-4">
    <RowsSkeleton rows={8} />
  </div>
)

const isLayout = (name: string): name is keyof typeof layoutLooks => Object.hasOwn(layoutLooks, name)

const useShape = () => {
  const at = usePlace()
  const [terms] = useSearchParams()
  const shape = at && placeOf(at.id).shape
  if (shape === 'text') return Written
  if (shape === 'narrow') return Narrow
  const layout = terms.get('layout') ?? ''
  return shape === 'issues' && isLayout(layout) ? layoutLooks[layout].Loading : RowsSkeleton
}

/** Shown in place of a screen, in its shape. */
export const ScreenSkeleton = () => {
  const Shape = useShape()
  return (
    <>
      <div className="flex h-11 flex-none items-center gap-2 px-4 max-md:h-13">
        <Skeleton className="!size-[18px] !rounded-tag" />
        <Skeleton className="w-36" />
      </div>
      <Shape />
    </>
  )
}
