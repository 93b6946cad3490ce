/** The covers that come with Tandem: a pattern of lines on a flat ground, named by both: `waves-blue`. */
import { keysOf } from '../keys.ts'
import { palette, type Shade } from '../text/signs.ts'

export const COVER_WIDTH = 640
export const COVER_HEIGHT = 96

const range = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Covers drawn with lines, a path each. */
export const coverPatterns = {
  waves: range(5).map(
    at => `M${at * -17 - 20} ${12 + at * 20}${'c40 -14 80 -14 120 0s80 14 120 0'.repeat(4)}`,
  ),
  slopes: range(24).map(at => `M${at * 36 - 120} 96l96 -96`),
  ridges: range(4).map(at => `M-20 ${34 + at * 20}${'l44 -26 44 26'.repeat(8)}`),
  rings: range(6).flatMap(at => {
    const radius = 16 + at * 26
    return [480, 96].map(x => `M${x - radius} 96a${radius} ${radius} 0 0 1 ${radius * 2} 0`)
  }),
} as const

export type CoverPattern = keyof typeof coverPatterns
export type OwnCover = { pattern: CoverPattern; shade: Shade }

export const patternNames = keysOf(coverPatterns)
export const shadeNames = keysOf(palette)

const BASE = '/api/project-covers/'
export const coverAddress = ({ pattern, shade }: OwnCover) => `${BASE}${pattern}-${shade}/`

export const ownCovers: readonly OwnCover[] = patternNames.flatMap(pattern =>
  shadeNames.map(shade => ({ pattern, shade })),
)
const byName = new Map(ownCovers.map(cover => [`${cover.pattern}-${cover.shade}`, cover]))

export const coverNamed = (name: string): OwnCover | null => byName.get(name) ?? null

/** The built-in cover behind an address; null for a picture that somebody sent. */
export const coverAt = (address: string | null): OwnCover | null =>
  address?.startsWith(BASE) ? coverNamed(address.slice(BASE.length).replace(/\/$/, '')) : null

/** For whoever does not draw it in the colours of a theme. */
export const coverDrawing = ({ pattern, shade }: OwnCover): string => {
  const colour = palette[shade]
  const lines = coverPatterns[pattern].map(path => `<path d="${path}"/>`).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" preserveAspectRatio="xMidYMid slice">` +
    `<rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="100%" fill="${colour}" fill-opacity=".18"/>` +
    `<g fill="none" stroke="${colour}" stroke-opacity=".5" stroke-width="1.5">${lines}</g></svg>`
  )
}
