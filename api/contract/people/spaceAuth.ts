import { asking } from './auth.ts'

/** The door of those who read published pages, and lead back to them; its form posts are mounted by hand, too. */
export const spaceAuthRoutes = asking('/auth/spaces')
