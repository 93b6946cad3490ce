import type { CSSProperties } from 'react'
import { REVIEW_COLOUR, shadeOf } from '#contract/text/signs.ts'

/** The colours of people, as other clients read them: they know none of our roles. */
const sent = [
  ...['#3660af', '#a8424b', '#247659', '#905922', '#8149a1', '#06727c', '#577232', '#a73e73'],
  ...['#433987', '#792245', '#00581c', '#7c2801', '#6c2865', '#024f6a', '#524800', '#00544d'],
]

type Joined = { member_id: string; is_active: boolean; created_at: string; id: string }

/**
 * A colour for each person of a workspace, by the order in which they joined: as long as there are no more people than colours
 * no two have the same, and nobody loses theirs by another's leaving.
 */
export const coloursOf = (members: readonly Joined[]): Map<string, number> => {
  const inOrder = [...members].sort(
    (a, b) => a.created_at.localeCompare(b.created_at) || (a.id < b.id ? -1 : 1),
  )
  const given = new Map<string, number>()
  const taken = new Set<number>()
  for (const [at, { member_id, is_active }] of inOrder.entries()) {
    let colour = at % sent.length
    if (is_active && taken.size < sent.length) while (taken.has(colour)) colour = (colour + 1) % sent.length
    if (is_active) taken.add(colour)
    given.set(member_id, colour)
  }
  return given
}

let colours = (): ReadonlyMap<string, number> => new Map()
export const tellColours = (source: () => ReadonlyMap<string, number>) => {
  colours = source
}

/** Of somebody who is not in the workspace by their id. */
const byId = (id: string) => {
  let hash = 2166136261
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 16777619)
  return (hash >>> 0) % sent.length
}
const hueOf = (id: string) => colours().get(id) ?? byId(id)

/** The one colour of a person: of their avatar, their caret, their selection and their presence. */
export const personColour = (id: string) => `var(--p${hueOf(id) + 1})`
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
