import { asking } from './auth.ts'

/** The door of those who read published pages, and lead back to them; its form posts are in `forms.ts`, too. */
export const spaceAuthRoutes = asking('/auth/spaces')
