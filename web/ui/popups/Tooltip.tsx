import {
  cloneElement,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
} from 'react'
import { hideTooltip, retell, showTooltip } from './tooltips.ts'

type TooltipProps = {
  label: ReactNode
  keys?: string
  side?: 'top' | 'bottom' | 'left' | 'right'
  disabled?: boolean
  /** An element of the page or a part that hands its handlers on to one. */
  children: ReactElement
}

type Handlers = {
  onPointerEnter?: (event: PointerEvent<Element>) => void
  onPointerLeave?: (event: PointerEvent<Element>) => void
  onPointerDown?: (event: PointerEvent<Element>) => void
  onClick?: (event: MouseEvent<Element>) => void
  onFocus?: (event: FocusEvent<Element>) => void
  onBlur?: (event: FocusEvent<Element>) => void
}

/** Says what its child is. The one popup that shows it belongs to `TooltipHost`: a row of ten buttons costs ten handlers. */
export const Tooltip = ({ label, keys, side = 'bottom', disabled, children }: TooltipProps) => {
  const anchor = useRef<Element | null>(null)
  const told = { label, keys, side }
  useEffect(() => {
    if (anchor.current) retell(anchor.current, { label, keys, side })
  })
  useEffect(() => {
    if (disabled && anchor.current) hideTooltip(anchor.current)
  }, [disabled])
  useEffect(
    () => () => {
      if (anchor.current) hideTooltip(anchor.current)
    },
    [],
  )
  const child = children as ReactElement<Handlers>
  const own = child.props
  const over = (element: Element, at: 'pointer' | 'focus') => {
    anchor.current = element
    if (!disabled) showTooltip(element, told, at)
  }
  return cloneElement(child, {
    onPointerEnter: event => {
      own.onPointerEnter?.(event)
      if (event.pointerType !== 'touch') over(event.currentTarget, 'pointer')
    },
    onPointerLeave: event => {
      own.onPointerLeave?.(event)
      hideTooltip(event.currentTarget)
    },
    onPointerDown: event => {
      own.onPointerDown?.(event)
      hideTooltip(event.currentTarget)
    },
    onClick: event => {
      own.onClick?.(event)
      // A finger has no other way to ask why something cannot be done.
      if (event.currentTarget.getAttribute('aria-disabled') === 'true') over(event.currentTarget, 'focus')
    },
    onFocus: event => {
      own.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) over(event.currentTarget, 'focus')
    },
    onBlur: event => {
      own.onBlur?.(event)
      hideTooltip(event.currentTarget)
    },
  })
}
