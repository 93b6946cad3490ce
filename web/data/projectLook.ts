import { readLogo } from '../ui/logo/logo.ts'
import type { ProjectLook } from '../ui/marks/ProjectTile.tsx'
import type { RowTypes } from './entities.ts'

/** How a project's tile looks, from the logo that its people chose. */
export const projectLook = ({ id, name, logo_props }: RowTypes['project']): ProjectLook => ({
  id,
  name,
  logo: readLogo(logo_props),
})
