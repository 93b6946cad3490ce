import { useLocation } from 'react-router'
import { layouts } from '../issues/layouts/layouts.tsx'
import { PageSkeleton } from '../pages/PageSkeleton.tsx'
import { RowsSkeleton, Skeleton } from '../ui/Skeleton.tsx'

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

const shapeOf = (pathname: string, search: string) => {
  if (/\/(pages|issues)\/[^/]+$/.test(pathname)) return Written
  if (/\/settings\//.test(pathname)) return Narrow
  const layout = new URLSearchParams(search).get('layout') ?? ''
  const isOfIssues = /\/(issues|profile|workspace-views)(\/|$)/.test(pathname)
  return isOfIssues && Object.hasOwn(layouts, layout)
    ? layouts[layout as keyof typeof layouts].Loading
    : RowsSkeleton
}

/** What stands where a screen will, in its shape. */
export const ScreenSkeleton = () => {
  const { pathname, search } = useLocation()
  const Shape = shapeOf(pathname, search)
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
