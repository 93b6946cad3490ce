import { classes } from '../classes.ts'
import { roleColour, tileColour, variables } from '../colours.ts'
import { LogoMark } from '../logo/LogoMark.tsx'
import type { Logo } from '../logo/logo.ts'

export type ProjectLook = { id: string; name: string; logo?: Logo | null }

const marks = { 18: 12, 24: 14, 32: 16 } as const

export const ProjectTile = ({ project, size = 18 }: { project: ProjectLook; size?: 18 | 24 | 32 }) => {
  const { id, name, logo = null } = project
  const icon = logo && 'icon' in logo ? logo : null
  return (
    <span
      aria-hidden="true"
      className={classes(
        'tile grid flex-none place-items-center rounded-tag font-semibold leading-none',
        size === 18
          ? 'size-[18px] text-[10px]'
          : size === 24
            ? 'size-6 text-12'
            : 'size-8 rounded-control text-14',
      )}
      style={variables({ '--tile': icon?.color ? roleColour(icon.color) : tileColour(id) })}
    >
      <LogoMark
        // The tile itself has the colour.
        logo={icon ? { ...icon, color: null } : logo}
        size={marks[size]}
        stroke={2}
        standIn={<span>{name.slice(0, 1).toUpperCase()}</span>}
      />
    </span>
  )
}
