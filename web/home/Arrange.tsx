import { type KeyboardEvent, useEffect } from 'react'
import { dayParts, type WidgetKey, type WidgetSide } from '#contract/planning/home.ts'
import { useHere } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import { DropMark } from '../settings/rows/DropMark.tsx'
import { useRowDrag } from '../settings/rows/useRowDrag.ts'
import { Header } from '../shell/Header.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Icon } from '../ui/icons.tsx'
import { DayCard } from './DayCard.tsx'
import { drawn } from './drawn.ts'
import {
  ALWAYS,
  moveWidget,
  resetLayout,
  setWidget,
  useHomeLayout,
  type Widget,
  widgetNames,
} from './homeLayout.ts'
import type { Whole } from './personIssues.ts'
import { Numbers } from './widgets/Numbers.tsx'
import { told } from './widgetWords.ts'

const handleOf = (key: WidgetKey) => document.querySelector<HTMLElement>(`[data-widget="${key}"] button`)
/** On the other side it is another element: the focus goes with it. */
const focusAgain = (key: WidgetKey) => requestAnimationFrame(() => handleOf(key)?.focus())

const hide = (key: WidgetKey, among: readonly Widget[]) => {
  const at = among.findIndex(one => one.key === key)
  const beside = among[at + 1] ?? among[at - 1]
  void setWidget(key, { is_visible: false })
  if (beside) focusAgain(beside.key)
}

/** The widget as it is, to be known again: nothing in it can be used here. */
const Preview = ({ of: key, open }: { of: WidgetKey; open: Whole }) => {
  const Part = key === 'overview_stats' ? Numbers : drawn[key]
  return (
    <>
      <p className="sr-only">{told[key]}</p>
      {Part && (
        <div
          inert
          className={classes(
            'max-h-29 overflow-hidden px-7 opacity-60',
            // It has its head already.
            key !== 'overview_stats' && '[&>section>:first-child]:hidden',
          )}
        >
          <Part open={open} />
        </div>
      )}
    </>
  )
}

type CardProps = { widget: Widget; sides: Record<WidgetSide, readonly Widget[]>; open: Whole }

const Card = ({ widget, sides, open }: CardProps) => {
  const { key, side } = widget
  const among = sides[side]
  const place = (target: WidgetSide, at: number) => {
    const others = sides[target].filter(one => one.key !== key)
    moveWidget(sides[target], key, target, others[at]?.key ?? null)
    focusAgain(key)
  }
  const at = among.findIndex(one => one.key === key)
  const { row, isDragged, over } = useRowDrag<HTMLLIElement>({
    id: key,
    kind: 'widget',
    isFixed: false,
    spotFor: (_, spot) => spot,
    onDrop: (dragged, spot) => {
      const others = among.filter(one => one.key !== dragged)
      const target = others.findIndex(one => one.key === key) + (spot === 'after' ? 1 : 0)
      moveWidget(among, dragged as WidgetKey, side, others[target]?.key ?? null)
    },
  })
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' && at > 0) place(side, at - 1)
    else if (event.key === 'ArrowDown' && at < among.length - 1) place(side, at + 1)
    else if (event.key === 'ArrowLeft' && side === 'side') place('main', at)
    else if (event.key === 'ArrowRight' && side === 'main') place('side', at)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <li
      ref={row}
      data-widget={key}
      className={classes(
        'group relative rounded-card bg-sunken px-3 pb-3 shadow-[inset_0_0_0_1px_var(--edge)]',
        isDragged && 'opacity-[.42]',
      )}
    >
      <DropMark spot={over?.spot ?? null} />
      <div className="flex h-9 items-center gap-2">
        <button
          type="button"
          aria-label={`Move ${widgetNames[key]}`}
          aria-describedby="arrange-keys"
          onKeyDown={press}
          className="-ml-1 grid size-6 cursor-grab place-items-center rounded-control text-ink-3 hover:bg-hover"
        >
          <Icon name="grip-vertical" />
        </button>
        <h3 className="cut flex-1 font-medium">{widgetNames[key]}</h3>
        <IconButton
          icon="eye"
          size="strip"
          label={`Hide ${widgetNames[key]}`}
          onClick={() => hide(key, among)}
        />
      </div>
      <Preview of={key} open={open} />
    </li>
  )
}

const names: Record<WidgetSide, string> = { main: 'Wide column', side: 'Narrow column' }

/** The parts of a home, shown or hidden and in order: dragged, or moved by the arrow keys. */
export const Arrange = ({ open, onDone }: { open: Whole; onDone: () => void }) => {
  const { slug } = useHere()
  const { on, of, hidden, isUsual } = useHomeLayout()
  const sides = { main: on('main'), side: on('side') }
  const first = sides.main[0]?.key ?? ALWAYS
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, in place of the opener
  useEffect(() => handleOf(first)?.focus({ preventScroll: true }), [])
  const parts = dayParts.map(of).filter(part => part.is_visible)
  useKeys({ esc: { run: onDone, label: 'Done', group: 'Home' } })
  return (
    <>
      <Header
        crumbs={[{ label: 'Home', href: to('home', { slug }) }]}
        section="Arrange"
        line
        controls={
          !isUsual && (
            <Button
              onClick={() => {
                void resetLayout()
                focusAgain(first)
              }}
              className="max-md:h-11"
            >
              Default order
            </Button>
          )
        }
        primary={{ label: 'Done', keys: 'esc', run: onDone }}
      />
      <div className="min-h-0 flex-1 overflow-y-auto bg-bg" data-scroller>
        <p id="arrange-keys" className="sr-only">
          The arrow keys move it.
        </p>
        <div className="mx-auto grid max-w-300 grid-cols-[minmax(0,1fr)] items-start gap-3 px-6 py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,456px)] max-md:px-4">
          {(['main', 'side'] as const).map(side => (
            <div key={side} className="min-w-0">
              {side === 'main' && <DayCard open={open} parts={parts} onHide={key => hide(key, parts)} />}
              <ul aria-label={names[side]} className="flex flex-col gap-3">
                {sides[side].map(widget => (
                  <Card key={widget.key} {...{ widget, sides, open }} />
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
      <div className="flex min-h-14 flex-none flex-wrap items-center gap-2 bg-sunken px-6 py-2 max-md:px-4">
        <span className="text-12 text-ink-3">{hidden.length > 0 ? 'Hidden' : 'Nothing is hidden.'}</span>
        {hidden.map(({ key }) => (
          <Button
            key={key}
            variant="neutral"
            icon="plus"
            className="max-md:h-11"
            onClick={() => {
              void setWidget(key, { is_visible: true })
              focusAgain(key)
            }}
          >
            {widgetNames[key]}
          </Button>
        ))}
        <Button variant="primary" onClick={onDone} className="ml-auto h-11 md:hidden">
          Done
        </Button>
      </div>
    </>
  )
}
