import type { RowTypes } from '../data/entities.ts'
import { readLogo } from '../ui/logo/logo.ts'
import type { ProjectLook } from '../ui/ProjectTile.tsx'

/** How a project's tile looks, from the logo that its people chose. */
export const projectLook = ({ id, name, logo_props }: RowTypes['project']): ProjectLook => ({
  id,
  name,
  logo: readLogo(logo_props),
})
