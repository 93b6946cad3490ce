import { useMemo } from 'react'
import { matchRoutes, useLocation } from 'react-router'
import type { ParamsOf } from '#contract/define.ts'
import { keysOf } from '#contract/keys.ts'
import type { PlaceWords, SettingsList } from './place.ts'
import { places } from './places.ts'

export type PlaceId = keyof typeof places
type Place = PlaceWords & { path: string }
type Params = Readonly<Record<string, string | undefined>>

export const placeIds = keysOf(places)
export const placeOf = (id: PlaceId): Place => places[id]

/** The address of a path with its names filled in. */
export const filled = (path: string, params: Params): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} cannot be written without its ${name}.`)
    return encodeURIComponent(value)
  })

type ParamsTo<Id extends PlaceId> = ParamsOf<(typeof places)[Id]['path']>
type Given<Id extends PlaceId> = unknown extends ParamsTo<Id> ? [] : [params: ParamsTo<Id>]

/** The address of a screen. */
export const to = <Id extends PlaceId>(id: Id, ...params: Given<Id>): string =>
  filled(placeOf(id).path, Object.assign({}, ...params))

/** The address of a screen that comes before another one, and leads on to that. */
export const before = (
  id: 'start' | 'onboarding' | 'setUp',
  next: string,
  more: Record<string, string> = {},
): string => `${to(id)}?${new URLSearchParams({ next_path: next, ...more })}`

/** Word of an address: the session of whoever is led there has ended. */
export const ENDED = { ended: 'True' } as const

const routes = placeIds.flatMap(id => {
  const { path, also = [] } = placeOf(id)
  return [path, ...also].map(one => ({ id, path: one }))
})

export type At = { id: PlaceId; params: Params }

const found = (pathname: string): At | null => {
  const [match] = matchRoutes(routes, pathname) ?? []
  return match ? { id: match.route.id, params: match.params } : null
}

// The router ranks all paths anew for each question, and many parts of one screen ask for the same address.
let last: { pathname: string; at: At | null } | null = null

/** The screen at an address; null where there is none. */
export const placeAt = (pathname: string): At | null => {
  if (last?.pathname !== pathname) last = { pathname, at: found(pathname) }
  return last.at
}

export const isForNewcomers = (id: PlaceId): boolean => placeOf(id).who === 'newcomer'
/** For people whose first steps are behind them. */
export const isForSettled = (id: PlaceId): boolean => (placeOf(id).who ?? 'signedIn') === 'signedIn'
export const isForSignedIn = (id: PlaceId): boolean => isForNewcomers(id) || isForSettled(id)

/** Where one is. */
export const usePlace = (): At | null => {
  const { pathname } = useLocation()
  return useMemo(() => placeAt(pathname), [pathname])
}

const findAbove = (id: PlaceId): PlaceId[] =>
  placeIds
    .filter(one => placeOf(id).path.startsWith(`${placeOf(one).path}/`))
    .toSorted((a, b) => placeOf(a).path.length - placeOf(b).path.length)

const above = new Map<PlaceId, readonly PlaceId[]>()
/** The places that its address is below, the highest first: of a page the list of pages. */
export const placesAbove = (id: PlaceId): readonly PlaceId[] => {
  const found = above.get(id) ?? findAbove(id)
  above.set(id, found)
  return found
}

const settingsLists: readonly SettingsList[] = ['accountSettings', 'workspaceSettings', 'projectSettings']

/** The settings that a place belongs to; null for all other places. */
export const settingsOf = (id: PlaceId): SettingsList | null =>
  settingsLists.find(
    list =>
      placeOf(id).listed?.includes(list) || placesAbove(id).some(one => placeOf(one).listed?.includes(list)),
  ) ?? null
