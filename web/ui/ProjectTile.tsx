import { classes } from './classes.ts'
import { roleColour, tileColour, variables } from './colours.ts'
import { Icon, type IconName, iconNames } from './icons.tsx'

export type ProjectLook = {
  id: string
  name: string
  /** An icon's name, an emoji, or nothing. */
  icon?: string | null
  color?: string | null
}

const isIcon = (name: string): name is IconName => iconNames.includes(name as IconName)

export const ProjectTile = ({ project, size = 18 }: { project: ProjectLook; size?: 18 | 24 | 32 }) => {
  const { id, name, icon, color } = project
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
      style={variables({ '--tile': color ? roleColour(color) : tileColour(id) })}
    >
      {icon && isIcon(icon) ? (
        <Icon name={icon} size={size === 18 ? 12 : size === 24 ? 14 : 16} stroke={2} />
      ) : (
        icon || name.slice(0, 1).toUpperCase()
      )}
    </span>
  )
}
