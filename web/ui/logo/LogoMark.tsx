import type { ReactElement } from 'react'
import { plainName } from '#contract/text/signs.ts'
import { roleColour } from '../colours.ts'
import { Icon, type IconName, type IconProps, iconNames } from '../icons.tsx'
import { later } from '../popups/later.tsx'
import type { Logo } from './logo.ts'

const AnyIcon = later(() => import('./allIcons.tsx').then(module => module.AnyIcon))

const ownNames = new Map<string, IconName>(iconNames.map(name => [plainName(name), name]))

export type IconFace = Omit<IconProps, 'name'>
type LogoMarkProps = IconFace & {
  logo: Logo | null
  /** Shown where nothing was chosen, or a sign unknown here. */
  standIn: ReactElement
}

/** A sign as it was chosen. Always decorative: the words beside it carry the name. */
export const LogoMark = ({ logo, standIn, ...face }: LogoMarkProps) => {
  if (!logo) return standIn
  if ('emoji' in logo) {
    const { size = 16 } = face
    // A sign is wider than its font is high.
    return (
      <span
        aria-hidden="true"
        className="logo-emoji inline-grid flex-none place-items-center overflow-hidden text-ink leading-none"
        style={{ width: size, height: size, fontSize: Math.round(size * 0.8) }}
      >
        {logo.emoji}
      </span>
    )
  }
  const { color, icon } = logo
  // A colour that was chosen is above that of the place.
  const shown = color ? { ...face, className: undefined } : face
  const own = ownNames.get(plainName(icon))
  const mark = own ? (
    <Icon name={own} {...shown} />
  ) : (
    // Signs beyond the usual ones come later.
    <AnyIcon name={icon} standIn={standIn} meanwhile={standIn} {...shown} />
  )
  if (!color) return mark
  return (
    <span className="contents" style={{ color: roleColour(color) }}>
      {mark}
    </span>
  )
}
