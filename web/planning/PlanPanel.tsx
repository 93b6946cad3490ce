import type { ReactNode } from 'react'
import { useBehind } from '../ui/behind.ts'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'

type PlanPanelProps = {
  label: string
  /** It has a button of its own where nothing else on the screen shuts it. */
  closes?: boolean
  onClose: () => void
  children: ReactNode
}

/** Shown beside the issues of a cycle or module, which are drawn first; over them where there is no room. */
export const PlanPanel = ({ label, closes = false, onClose, children }: PlanPanelProps) => {
  const isDrawn = useBehind()
  return (
    <aside
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must reach a scroller
      tabIndex={0}
      className="w-90 flex-none overflow-y-auto bg-bg px-6 py-4 shadow-[inset_1px_0_0_var(--line)] max-desk:absolute max-desk:inset-y-0 max-desk:right-0 max-desk:z-10 max-desk:max-w-full max-desk:shadow-float max-md:fixed max-md:inset-0 max-md:z-20 max-md:w-full max-md:px-4"
    >
      <div className={classes('-mx-2 flex justify-end', !closes && 'desk:hidden')}>
        <IconButton icon="x" size="touch" label="Close" onClick={onClose} />
      </div>
      {isDrawn && children}
    </aside>
  )
}

type PanelFactProps = { label: string; children: ReactNode }

export const PanelFact = ({ label, children }: PanelFactProps) => (
  <div className="grid min-h-7 grid-cols-[84px_minmax(0,1fr)] items-center max-md:min-h-11">
    <dt className="text-ink-3">{label}</dt>
    <dd className="flex min-w-0 items-center gap-2">{children}</dd>
  </div>
)
