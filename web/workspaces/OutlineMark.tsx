/** The mark of another program as an outline in the colour of the words beside it; `path` is drawn on 24 by 24. */
export const OutlineMark = ({ path, className }: { path: string; className?: string | undefined }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    className={`size-4 flex-none ${className ?? ''}`}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={path} />
  </svg>
)
