import type { CSSProperties } from 'react'

/** A person keeps one colour everywhere, so it is derived from the id and never stored. */
export const personColour = (id: string) => {
  let hash = 2166136261
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 16777619)
  return `var(--p${((hash >>> 0) % 8) + 1})`
}

export const tileColours = ['blue', 'teal', 'orange', 'green', 'violet', 'pink', 'yellow', 'red'] as const

export const tileColour = (id: string) => {
  let hash = 0
  for (let i = 0; i < id.length; i++) hash = (Math.imul(hash, 31) + id.charCodeAt(i)) | 0
  return `var(--lb-${tileColours[Math.abs(hash) % tileColours.length]})`
}

/** Names such as `lb-red` follow the theme; anything else is a colour the project chose itself. */
export const roleColour = (colour: string) =>
  /^(lb|st|p)-?\w+$/.test(colour) && !colour.startsWith('#') ? `var(--${colour})` : colour

export const variables = (values: Record<`--${string}`, string | number>) => values as CSSProperties
