/** The lines of a list as its layout draws them. */

/** One line of an issue: it may be in several groups, and below its parent. */
export type Stop = { line: string; id: string; group: string; sub?: string }

export type Drawn = {
  /** In the order in which J leads through them. */
  stops: readonly Stop[]
  /** Scrolls to a line that is too far away to be drawn. */
  show: (line: string) => void
  /** The part of a line that takes the focus; by default its title. */
  target?: (node: HTMLElement) => HTMLElement | null
}

const nodeOf = (line: string) => document.querySelector<HTMLElement>(`[data-line="${CSS.escape(line)}"]`)
export const titleOf = (node: Element | null) => node?.querySelector<HTMLElement>('[data-title]') ?? null

/** The nearest line of those that a later list still has: below first, in its own group first. */
export const neighbour = (
  stops: readonly Stop[],
  lost: Stop,
  at: number,
  later: readonly Stop[],
): Stop | undefined => {
  const stays = new Set(later.map(stop => stop.line))
  const near = [...stops.slice(at + 1), ...stops.slice(0, at).reverse()].filter(
    stop => stays.has(stop.line) && stop.id !== lost.id,
  )
  return near.find(stop => stop.group === lost.group && stop.sub === lost.sub) ?? near[0]
}

/** Is a line between others than before? What is put in or taken out beside it moves nobody. */
export const hasMoved = (
  before: readonly Stop[],
  was: number,
  after: readonly Stop[],
  is: number,
): boolean => {
  const places = new Map(after.map((stop, at) => [stop.line, at]))
  const above = before.slice(0, was).findLast(stop => places.has(stop.line))
  const below = before.slice(was + 1).find(stop => places.has(stop.line))
  return (
    (above !== undefined && (places.get(above.line) ?? 0) > is) ||
    (below !== undefined && (places.get(below.line) ?? 0) < is)
  )
}

export const makeDrawnLines = () => {
  let drawn: Drawn = { stops: [], show: () => {} }
  const listeners = new Set<() => void>()
  const indexOf = (line: string | undefined) => drawn.stops.findIndex(stop => stop.line === line)
  return {
    stops: () => drawn.stops,
    show: (line: string) => drawn.show(line),
    /** The part of a drawn line that takes the focus. */
    targetOf: (line: string): HTMLElement | null => {
      const node = nodeOf(line)
      return node && (drawn.target?.(node) ?? titleOf(node))
    },
    indexOf,
    stopAt: (node: Element | null | undefined): Stop | undefined => {
      const line = node?.closest<HTMLElement>('[data-line]')?.dataset.line
      return line === undefined ? undefined : drawn.stops[indexOf(line)]
    },
    replace: (news: Drawn) => {
      drawn = news
    },
    tell: () => {
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
