/** The order of the sidebar's sections and those that are not shown: this browser keeps it for each workspace. */
import { proxy, useSnapshot } from 'valtio'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { keep, kept } from './sidebar-state.ts'

type Named = { id: string; label: string }

const KEY = 'sidebar.sections'
type Arranged = { order: string[]; hidden: string[] }

const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** Whatever else is there is passed over. */
const read = (): Record<string, Arranged> => {
  try {
    const all: unknown = JSON.parse(kept(KEY) ?? '{}')
    return Object.fromEntries(
      Object.entries(all ?? {}).map(([id, one]) => [
        id,
        { order: texts(one?.order), hidden: texts(one?.hidden) },
      ]),
    )
  } catch {
    return {}
  }
}
const state = proxy({ of: read() })

/** The sections in the person's order, those not shown left out, and the entries of a menu that arranges them. */
export const useSections = <S extends Named>(workspaceId: string, sections: readonly S[]) => {
  const { order = [], hidden = [] } = useSnapshot(state).of[workspaceId] ?? {}
  // One that is new is where it was of itself.
  const place = ({ id }: Named, at: number) => (order.includes(id) ? order.indexOf(id) : at)
  const all = sections
    .map((section, at) => ({ section, place: place(section, at) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ section }) => section)
  const arrange = (next: Partial<Arranged>) => {
    // Another tab may have arranged another workspace.
    state.of = { ...state.of, ...read(), [workspaceId]: { order: [...order], hidden: [...hidden], ...next } }
    keep(KEY, JSON.stringify(state.of))
  }
  const isShown = ({ id }: Named) => !hidden.includes(id)
  const entries: MenuEntry[] = [
    ...all.map(section => ({
      id: `show-${section.id}`,
      label: section.label,
      checked: isShown(section),
      stays: true,
      run: () =>
        arrange({
          hidden: isShown(section) ? [...hidden, section.id] : hidden.filter(id => id !== section.id),
        }),
    })),
    { id: 'order', rule: true },
    ...all.slice(1).map((section, at) => ({
      id: `up-${section.id}`,
      label: `Move ${section.label} up`,
      icon: 'arrow-up' as const,
      run: () => {
        const ids = all.map(one => one.id)
        arrange({ order: ids.with(at, section.id).with(at + 1, ids[at] ?? section.id) })
      },
    })),
  ]
  return { shown: all.filter(isShown), entries }
}
