/** The mark of the product. */
export const TandemMark = ({ size }: { size: 18 | 20 | 28 }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 32 32"
    strokeWidth="5.5"
    strokeLinecap="round"
    className="flex-none"
    aria-hidden="true"
  >
    <path d="M8.5 24.5 13 5.5" stroke="var(--ink)" />
    <path d="M18.5 27 23 8" stroke="var(--accent)" />
  </svg>
)
