import type { TextPlace } from '#document'
import { here } from '../data/viewer.ts'

/** Where a text of a project is. */
export const placeIn = (project: string): TextPlace => ({
  origin: location.origin,
  slug: here().slug,
  project,
})
