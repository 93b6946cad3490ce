import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { useWidth } from '../../planning/charts/useWidth.ts'
import { useLeads } from '../../shell/led.tsx'
import { Kbd } from '../../ui/marks/Kbd.tsx'
import { useNarrow } from '../../ui/viewport.ts'
import { type Pressed, useOpen } from './useOpen.ts'

/** One mark of a drawing: the index of its place, and its index among the marks of that place. */
export type Spot = { n: number; k: number }
export type Told = { title: string; rows: readonly (readonly [string, string])[]; text?: string }
type Point = { x: number; y: number }

type PlotProps = {
  /** The subject of the drawing, for screen readers. */
  name: string
  height: number
  /** How many places there are, one after another. */
  count: number
  /** How many things lie together at one of them. */
  depth?: (n: number) => number
  /** Where keys begin. */
  first: Spot
  /** Its places lie below each other, and the marks of one place side by side. */
  turned?: boolean
  told: (spot: Spot) => Told
  /** The mark that the pointer means; null where there is none. */
  near: (point: Point, width: number) => Spot | null
  /** Where it is, for the tip that is beside it. */
  place: (spot: Spot, width: number) => Point
  /** How much lower the tip is where marks are sparse. */
  drop?: number
  href: (spot: Spot) => string | null
  /** The effect of Enter, in a few words for the tip. */
  opening?: string
  /** The tip is beneath its place, where that is long. */
  beneath?: boolean
  draw: (width: number, at: Spot | null) => ReactNode
}

const ARROWS: Record<string, readonly [right: number, down: number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}
const PAGES: Record<string, number> = { PageDown: 7, PageUp: -7 }

const TAP = 'Tap again to open'

const isSame = (one: Spot, other: Spot) => one.n === other.n && one.k === other.k

const Enter = ({ opens }: { opens: string }) => (
  <>
    <Kbd keys="enter" /> {opens}
  </>
)

const within = (value: number, count: number) => Math.min(Math.max(0, count - 1), Math.max(0, value))

/** A drawing that pointer and keys go through thing by thing: each is ringed, reported in a tip and leads to its list. */
export const Plot = (props: PlotProps) => {
  const { name, height, count, depth = () => 1, first, turned, told, near, place, href, draw } = props
  const { opening = null, beneath, drop = 0 } = props
  const [box, width] = useWidth()
  const leads = useLeads(name)
  const [n, k] = leads.part ?? []
  const [chosen, setAt] = useState<Spot | null>(n === undefined || k === undefined ? null : { n, k })
  const go = useOpen()
  const hint = useId()
  // A finger cannot hover: a first tap says, a second one opens.
  const [isTouch, setTouch] = useState(false)
  // The mark under the pointer may be gone after a reload of the figures.
  const fitted = (spot: Spot): Spot => {
    const n = within(spot.n, count)
    return { n, k: within(spot.k, depth(n)) }
  }
  const at = chosen && fitted(chosen)
  const shown = at ?? fitted(first)
  const open = (spot: Spot, event: Pressed) => {
    leads.leave(spot.n, spot.k)
    go(href(spot), event)
  }
  const press = (event: KeyboardEvent) => {
    setTouch(false)
    const arrow = ARROWS[event.key]
    const page = PAGES[event.key]
    if (arrow) {
      const [n, k] = turned ? arrow.toReversed() : arrow
      setAt(fitted({ n: shown.n + (n ?? 0), k: shown.k + (k ?? 0) }))
    } else if (page) setAt(fitted({ n: shown.n + page, k: shown.k }))
    else if (event.key === 'Home') setAt(fitted({ n: 0, k: shown.k }))
    else if (event.key === 'End') setAt(fitted({ n: count - 1, k: shown.k }))
    else if (event.key === 'Enter') open(shown, event)
    else if (event.key === 'Escape' && at !== null) setAt(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const under = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return near({ x: clientX - left, y: clientY - top }, width)
  }
  const said = count > 0 ? told(shown) : null
  return (
    <div ref={box} className="relative" style={{ height }}>
      {width > 0 && said && (
        <>
          <div
            ref={leads.take}
            role="slider"
            tabIndex={0}
            aria-label={name}
            aria-describedby={href(shown) === null ? undefined : hint}
            aria-orientation={turned ? 'vertical' : 'horizontal'}
            aria-valuemin={1}
            aria-valuemax={count}
            aria-valuenow={shown.n + 1}
            aria-valuetext={`${said.title}: ${[...said.rows.map(([word, figure]) => `${word.toLowerCase()} ${figure}`), ...(said.text ? [said.text] : [])].join(', ')}`}
            onKeyDown={press}
            onBlur={() => setAt(null)}
            onFocus={event => event.currentTarget.matches(':focus-visible') && setAt(shown)}
            onPointerDown={event => setTouch(event.pointerType === 'touch')}
            onPointerMove={event => event.pointerType !== 'touch' && setAt(under(event))}
            onPointerLeave={event => event.pointerType !== 'touch' && setAt(null)}
            onClick={event => {
              const spot = under(event)
              if (isTouch && !(at && spot && isSame(at, spot))) setAt(spot)
              else if (spot) open(spot, event)
            }}
            className="rounded-control"
            style={{ height, cursor: at && href(at) ? 'pointer' : undefined }}
          >
            {draw(width, at)}
          </div>
          <span id={hint} hidden>
            Enter opens these issues
          </span>
          {at && (
            <Tip
              told={told(at)}
              opening={href(at) === null ? null : isTouch ? TAP : opening && <Enter opens={opening} />}
              point={place(at, width)}
              {...{ width, height, beneath, drop }}
            />
          )}
        </>
      )}
    </div>
  )
}

type TipProps = {
  told: Told
  opening: ReactNode
  point: Point
  width: number
  height: number
  beneath?: boolean | undefined
  drop: number
}

/** The distance of a narrow drawing's tip from its mark. */
const APART = 14

/** Shown beside what it describes, or beneath, and never over it; a narrow drawing has room above and below alone. */
const Tip = ({ told, opening, point, width, height, beneath, drop }: TipProps) => {
  const isNarrow = useNarrow()
  const own = 36 + 20 * (told.rows.length + (told.text ? 1 : 0)) + (opening ? 22 : 0)
  const isLeft = point.x > width / 2
  const away = beneath ? 0 : 16
  const under = point.y + APART
  const stands = isNarrow
    ? {
        top: beneath ? point.y : under + own <= height ? under : point.y - APART - own,
        // As far to the left of the point as that is from the left: it ends where the drawing does.
        left: point.x,
        transform: `translateX(${(-100 * point.x) / width}%)`,
      }
    : {
        top: beneath ? point.y : Math.max(0, Math.min(point.y + drop - 36, height - own)),
        ...(isLeft ? { right: width - point.x + away } : { left: point.x + away }),
      }
  return (
    <div
      aria-hidden="true"
      className="floats pointer-events-none absolute z-10 w-max min-w-40 max-w-60 px-3 py-2 text-12"
      style={stands}
    >
      <p className="cut font-medium text-13">{told.title}</p>
      {told.rows.map(([word, figure]) => (
        <p key={word} className="flex h-5 items-center justify-between gap-4 whitespace-nowrap text-ink-2">
          {word}
          <span className="num text-ink">{figure}</span>
        </p>
      ))}
      {told.text && <p className="cut h-5 text-ink-2">{told.text}</p>}
      {opening && <p className="mt-0.5 flex h-5 items-center gap-2 text-ink-2">{opening}</p>}
    </div>
  )
}
