/** A falling chart, as a cycle will look. */
export const BurnDrawing = () => (
  <svg
    width="312"
    height="96"
    viewBox="0 0 312 96"
    fill="none"
    aria-hidden="true"
    className="h-auto max-w-full"
  >
    <path d="M0 94h312" stroke="var(--line)" />
    <path d="M0 9 52 17 86 15 126 38 172 43V94H0z" fill="var(--accent)" opacity=".08" />
    <path d="M0 9h86V1h226" stroke="var(--line-strong)" strokeWidth="1.5" />
    <path d="m0 9 312 84" stroke="var(--ink-3)" strokeWidth="1.5" strokeDasharray="4 4" />
    <path d="M0 9 52 17 86 15 126 38 172 43" stroke="var(--accent)" strokeWidth="2" strokeLinejoin="round" />
    <path
      d="m172 43 140 42"
      stroke="var(--accent)"
      strokeWidth="2"
      strokeDasharray=".1 4.5"
      strokeLinecap="round"
    />
    <path d="M172 43v51" stroke="var(--accent)" strokeDasharray="2 2.5" />
    <circle cx="172" cy="43" r="4" fill="var(--accent)" />
  </svg>
)
