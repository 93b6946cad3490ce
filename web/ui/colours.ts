import type { CSSProperties } from 'react'
import { REVIEW_COLOUR, shadeOf } from '#contract/text/signs.ts'

const hueOf = (id: string) => {
  let hash = 2166136261
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 16777619)
  return (hash >>> 0) % 8
}

/** A person keeps one colour everywhere, so it is derived from the id and never stored. */
export const personColour = (id: string) => `var(--p${hueOf(id) + 1})`

const sent = ['#3660af', '#a8424b', '#247659', '#905922', '#8149a1', '#06727c', '#577232', '#a73e73']

/** The same as other clients read it: they know none of our roles. */
export const sentColour = (id: string) => sent[hueOf(id)]

export const tileColours = ['blue', 'teal', 'orange', 'green', 'violet', 'pink', 'yellow', 'red'] as const

export const tileColour = (id: string) => {
  let hash = 0
  for (let i = 0; i < id.length; i++) hash = (Math.imul(hash, 31) + id.charCodeAt(i)) | 0
  return `var(--lb-${tileColours[Math.abs(hash) % tileColours.length]})`
}

/** A colour of the palette and a role such as `lb-red` follow the theme; anything else is somebody’s own. */
export const roleColour = (colour: string) => {
  const shade = colour.toLowerCase() === REVIEW_COLOUR ? 'st-review' : `lb-${shadeOf(colour)}`
  return shade !== 'lb-null' ? `var(--${shade})` : ofRole(colour)
}
const ofRole = (colour: string) =>
  /^(lb|st|p)-?\w+$/.test(colour) && !colour.startsWith('#') ? `var(--${colour})` : colour

export const variables = (values: Record<`--${string}`, string | number>) => values as CSSProperties
