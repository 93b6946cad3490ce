import type { KeyboardEvent, MouseEvent } from 'react'
import { Link } from 'react-router'
import type { Hit } from '#contract/lists/search.ts'
import { classes } from '../ui/classes.ts'
import { sinceText } from '../ui/dates/day-words.ts'
import { HitMark, Marked } from './HitLine.tsx'
import { hitAddress, hitSource, hitTitle } from './hits.ts'

type HitRowProps = {
  hit: Hit
  /** Enter in the field opens it. */
  isFirst: boolean
  isOpen: boolean
  /** Of a person, in the place of a passage. */
  wrote: string | null
  onOpen: () => void
  onPeek: (hit: Hit) => void
}

export const HitRow = ({ hit, isFirst, isOpen, wrote, onOpen, onPeek }: HitRowProps) => {
  const title = hitTitle(hit)
  const peek = (event: KeyboardEvent) => {
    if (event.key !== ' ') return
    event.preventDefault()
    onPeek(hit)
  }
  return (
    <li
      data-hit={hit.id}
      className={classes(
        'relative flex gap-2.5 rounded-control px-2 py-2.5 focus-within:bg-press hover:bg-hover',
        (isFirst || isOpen) && 'bg-press',
      )}
    >
      <span className="grid size-5 flex-none place-items-center">
        <HitMark hit={hit} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          {hit.key && !title && (
            <span className="num flex-none text-12 text-ink-3 max-md:hidden">{hit.key}</span>
          )}
          <Link
            to={hitAddress(hit)}
            onClick={(_: MouseEvent) => onOpen()}
            onKeyDown={peek}
            className="row-link cut max-md:line-clamp-2 max-md:whitespace-normal max-md:text-15"
          >
            {title ?? (hit.name.text ? <Marked text={hit.name} quiet /> : 'Untitled')}
          </Link>
          <time dateTime={hit.at} className="ml-auto flex-none text-12 text-ink-3 max-md:hidden">
            {sinceText(hit.at)}
          </time>
        </div>
        {(hit.passage || wrote) && (
          <p className="line-clamp-2 max-w-190 text-ink-2 [overflow-wrap:anywhere]">
            {hit.passage && <Marked text={hit.passage} />} {wrote}
          </p>
        )}
        <p className="flex gap-2 text-12 text-ink-3">
          <span className="cut">
            {hit.key && !title && <span className="num md:hidden">{hit.key} · </span>}
            {hitSource(hit).filter(Boolean).join(' · ')}
          </span>
          <time dateTime={hit.at} className="ml-auto flex-none md:hidden">
            {sinceText(hit.at)}
          </time>
        </p>
      </div>
    </li>
  )
}
