import { LIBRARY_PICTURES } from '#contract/files/photos.ts'
import { keysOf } from '#contract/keys.ts'
import { shadeOf } from '#contract/text/signs.ts'
import {
  COVER_HEIGHT,
  COVER_WIDTH,
  coverAt,
  coverPatterns,
  type OwnCover,
  shadeNames,
} from '#contract/workspace/covers.ts'
import { useSession } from '../data/session.ts'
import { roleColour, variables } from '../ui/colours.ts'
import type { Logo } from '../ui/logo/logo.ts'

export const colourOf = (logo: Logo | null) =>
  logo && 'icon' in logo && logo.color ? roleColour(logo.color) : 'var(--lb-blue)'

type DrawingProps = { pattern: OwnCover['pattern']; colour: string; className?: string }

/** A flat ground with lines. */
export const CoverDrawing = ({ pattern, colour, className = 'h-24 w-full' }: DrawingProps) => (
  <svg
    aria-hidden="true"
    className={`tile block flex-none overflow-hidden ${className}`}
    preserveAspectRatio="xMidYMid slice"
    viewBox={`0 0 ${COVER_WIDTH} ${COVER_HEIGHT}`}
    style={variables({ '--tile': colour })}
  >
    <g fill="none" stroke="var(--tile)" strokeOpacity=".5" strokeWidth="1.5">
      {coverPatterns[pattern].map(path => (
        <path key={path} d={path} />
      ))}
    </g>
  </svg>
)

type CoverProps = { logo: Logo | null; cover?: string | null; className?: string }

/**
 * The cover of a project: one of ours in the colours of the theme, a picture, or waves in the colour of its icon. A picture
 * of the library is shown as long as an admin keeps that open.
 */
export const Cover = ({ logo, cover = null, className = 'h-24 w-full' }: CoverProps) => {
  const own = coverAt(cover)
  const hasLibrary = useSession().instance?.config.has_unsplash_configured === true
  if (own)
    return <CoverDrawing pattern={own.pattern} colour={`var(--lb-${own.shade})`} className={className} />
  if (cover && (hasLibrary || !cover.startsWith(`${LIBRARY_PICTURES}/`)))
    return <img src={cover} alt="" className={`block flex-none object-cover ${className}`} />
  return <CoverDrawing pattern="waves" colour={colourOf(logo)} className={className} />
}

/** Any of ours, in the colour of an icon where that is of the palette. */
export const anyCover = (logo: Logo | null): OwnCover => {
  const names = keysOf(coverPatterns)
  const of = <T,>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T
  const own = logo && 'icon' in logo && logo.color ? shadeOf(logo.color) : null
  return { pattern: of(names), shade: own ?? of(shadeNames) }
}
