import type { Contents } from './useContents.ts'

/** Says of what stands above it that not all issues are in it; nothing where all are. */
export const OnlyFirst = ({ contents: { issues, beyond } }: { contents: Contents }) =>
  beyond > 0 && (
    <p className="num py-1.5 text-12 text-ink-3">
      Of the first {issues.length.toLocaleString()} issues; {beyond.toLocaleString()} more are not in here.
    </p>
  )
