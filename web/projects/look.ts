import type { RowTypes } from '../data/entities.ts'
import type { ProjectLook } from '../ui/ProjectTile.tsx'

type Logo = { in_use?: string; emoji?: { value?: string }; icon?: { name?: string; color?: string } }

/** How a project's tile looks, from the logo that its people chose. */
export const projectLook = (project: RowTypes['project']): ProjectLook => {
  const logo = project.logo_props as Logo
  const emoji = logo.emoji?.value
  return {
    id: project.id,
    name: project.name,
    icon:
      logo.in_use === 'icon'
        ? (logo.icon?.name ?? null)
        : emoji
          ? String.fromCodePoint(...emoji.split('-').map(Number).filter(Boolean))
          : null,
    color: logo.in_use === 'icon' ? (logo.icon?.color ?? null) : null,
  }
}
