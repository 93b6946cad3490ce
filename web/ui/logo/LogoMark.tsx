import type { ReactElement } from 'react'
import { roleColour } from '../colours.ts'
import { Icon, type IconName, type IconProps, iconNames } from '../icons.tsx'
import { later } from '../later.tsx'
import { type Logo, plainName } from './logo.ts'

const AnyIcon = later(() => import('./allIcons.tsx').then(module => module.AnyIcon))

const ownNames = new Map<string, IconName>(iconNames.map(name => [plainName(name), name]))

export type IconFace = Omit<IconProps, 'name'>
type LogoMarkProps = IconFace & {
  logo: Logo | null
  /** Where nothing was chosen, or what nobody here knows. */
  standIn: ReactElement
}

/** A sign as it was chosen. Always decorative: the words beside it carry the name. */
export const LogoMark = ({ logo, standIn, ...face }: LogoMarkProps) => {
  if (!logo) return standIn
  if ('emoji' in logo) {
    const { size = 16 } = face
    return (
      <span
        aria-hidden="true"
        className="grid flex-none place-items-center overflow-hidden text-ink leading-none"
        style={{ width: size + 2, height: size + 2, fontSize: size - 1 }}
      >
        {logo.emoji}
      </span>
    )
  }
  const own = ownNames.get(plainName(logo.icon))
  // Those that no screen has of its own come later.
  const icon = own ? (
    <Icon name={own} {...face} />
  ) : (
    <AnyIcon name={logo.icon} standIn={standIn} meanwhile={standIn} {...face} />
  )
  if (!logo.color) return icon
  return (
    <span className="contents" style={{ color: roleColour(logo.color) }}>
      {icon}
    </span>
  )
}
