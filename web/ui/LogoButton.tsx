import type { ReactElement } from 'react'
import { LogoPicker } from './LogoPicker.tsx'
import { LogoMark } from './logo/LogoMark.tsx'
import type { Logo } from './logo/logo.ts'

type LogoButtonProps = {
  label: string
  logo: Logo | null
  /** Shown while there is none. */
  standIn: ReactElement
  onPick: (logo: Logo | null) => void
}

/** The sign of something that is being made, beside the field of its name. */
export const LogoButton = ({ label, logo, standIn, onPick }: LogoButtonProps) => (
  <LogoPicker label={label} logo={logo} onPick={onPick}>
    <button
      type="button"
      aria-label={label}
      className="grid size-10 flex-none place-items-center rounded-control bg-raised text-ink-2 shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-hover data-[popup-open]:bg-press"
    >
      <LogoMark logo={logo} standIn={standIn} size={20} />
    </button>
  </LogoPicker>
)
