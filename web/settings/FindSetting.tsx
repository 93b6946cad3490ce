import type { ReactNode } from 'react'
import { IconButton } from '../ui/controls/IconButton.tsx'

type FindSettingProps = {
  /** Null while nothing is looked for. */
  wanted: string | null
  onChange: (wanted: string | null) => void
  /** Shown there until then. */
  children: ReactNode
}

/** The head of a settings navigation: its name, and a search in its place. */
export const FindSetting = ({ wanted, onChange, children }: FindSettingProps) => (
  <div className="mb-1 flex h-11 flex-none items-center gap-0.5 max-md:h-13">
    {wanted === null ? (
      <>
        {children}
        <IconButton
          icon="search"
          label="Find a setting"
          onClick={() => onChange('')}
          className="max-md:size-11"
        />
      </>
    ) : (
      <input
        type="search"
        aria-label="Find a setting"
        placeholder="Find a setting"
        // biome-ignore lint/a11y/noAutofocus: it was just asked for
        autoFocus
        value={wanted}
        onChange={event => onChange(event.target.value)}
        onBlur={() => wanted === '' && onChange(null)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onChange(null)
        }}
        className="h-7 w-full rounded-control bg-press px-2 text-13 text-ink shadow-[inset_0_0_0_1px_var(--edge)] placeholder:text-ink-2 focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-1 max-md:h-11"
      />
    )}
  </div>
)
