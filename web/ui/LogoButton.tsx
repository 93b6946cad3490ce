import type { ReactElement } from 'react'
import { variables } from './colours.ts'
import { LogoPicker } from './LogoPicker.tsx'
import { LogoMark } from './logo/LogoMark.tsx'
import type { Logo } from './logo/logo.ts'

type LogoButtonProps = {
  label: string
  logo: Logo | null
  /** Shown while there is none. */
  standIn: ReactElement
  onPick: (logo: Logo | null) => void
  /** Drawn as the tile that it will be, in this colour: on the edge of a cover. */
  tile?: string
}

/** The sign of something that is being made, beside the field of its name. */
export const LogoButton = ({ label, logo, standIn, onPick, tile }: LogoButtonProps) => (
  <LogoPicker label={label} logo={logo} onPick={onPick}>
    <button
      type="button"
      aria-label={label}
      style={tile === undefined ? undefined : variables({ '--tile': tile })}
      className={`grid flex-none place-items-center ${
        tile === undefined
          ? 'size-10 rounded-control bg-raised text-ink-2 shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-hover data-[popup-open]:bg-press'
          : 'tile size-11 rounded-card hover:brightness-[.97]'
      }`}
    >
      {/* The tile itself has the colour. */}
      <LogoMark
        logo={tile !== undefined && logo && 'icon' in logo ? { ...logo, color: null } : logo}
        standIn={standIn}
        size={20}
      />
    </button>
  </LogoPicker>
)
