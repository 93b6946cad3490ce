import { type Contents, unestimatedOf } from './useContents.ts'

type UnestimatedProps = { contents: Contents; planned: number }

/** Beside a sum of points: how many issues are not in it. */
export const Unestimated = ({ contents, planned }: UnestimatedProps) => {
  const count = unestimatedOf(contents, planned)
  return count ? <span className="num text-12 text-ink-3">{count} unestimated</span> : null
}
