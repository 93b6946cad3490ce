import type { ReactNode } from 'react'

/** Last on a screen: acts without undo, words left and one quiet button right. */
export const DangerZone = ({ children }: { children: ReactNode }) => (
  <section aria-label="Danger zone" className="mt-6 pt-4 shadow-[0_-1px_0_var(--line)]">
    {children}
  </section>
)

type DangerRowProps = {
  title: string
  text: ReactNode
  /** With an ellipsis if a question follows. */
  label: string
  run: () => void
  /** It cannot be done yet: the text says which step comes first. */
  disabled?: boolean
}

export const DangerRow = ({ title, text, label, run, disabled }: DangerRowProps) => (
  <div className="grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 py-2">
    <div>
      <p className="font-medium">{title}</p>
      <p className="mt-0.5 text-pretty text-12 text-ink-3">{text}</p>
    </div>
    <button
      type="button"
      onClick={() => disabled || run()}
      aria-disabled={disabled || undefined}
      className="h-7 rounded-control bg-danger-tint px-2.5 text-danger hover:brightness-[.97] aria-disabled:pointer-events-none aria-disabled:bg-transparent aria-disabled:text-ink-3 aria-disabled:shadow-[inset_0_0_0_1px_var(--line)] max-md:h-11 dark:hover:brightness-110"
    >
      {label}
    </button>
  </div>
)
