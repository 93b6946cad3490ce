import { hash } from 'node:crypto'
import { folded } from './values.ts'

/** The key of an issue whose source gives none: its title, so that the same list read again is the same issues. */
export const keyOfTitle = (title: string): string => `title-${hash('sha256', folded(title)).slice(0, 24)}`
