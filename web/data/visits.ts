/** The workspaces opened in this browser, the latest first; the very last one is kept with the person. */
import { proxy, useSnapshot } from 'valtio'
import { userRoutes } from '#contract/people/users.ts'
import { call } from './client.ts'
import { getRows } from './rows.ts'

const KEY = 'workspaces.visited'
const MOST = 50

const kept = (): string[] => {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(known) ? known.filter(one => typeof one === 'string').slice(0, MOST) : []
  } catch {
    // Private windows may forbid storage, and others may have written there.
    return []
  }
}

const state = proxy({ ids: kept() })

/** Somebody has come into a workspace. */
export const noteVisit = (id: string): void => {
  state.ids = [id, ...kept().filter(one => one !== id)].slice(0, MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(state.ids))
  } catch {
    // Then it is remembered as long as this page is open.
  }
  const [profile] = getRows('profile')
  if (profile && profile.last_workspace_id !== id)
    // Where they land next time is no matter to trouble anybody with.
    void call(userRoutes.updateProfile, { body: { last_workspace_id: id } }).catch(() => {})
}

const byVisit = <W extends { id: string }>(workspaces: readonly W[], ids: readonly string[]): W[] => {
  const visited = ids.flatMap(id => workspaces.find(one => one.id === id) ?? [])
  return [...visited, ...workspaces.filter(one => !ids.includes(one.id))]
}

/** The latest opened first, then those never opened here. */
export const useByVisit = <W extends { id: string }>(workspaces: readonly W[]): W[] =>
  byVisit(workspaces, useSnapshot(state).ids)

/** The workspace to go on in by default: the latest opened here, else the person's first. */
export const latestOf = <W extends { id: string }>(workspaces: readonly W[]): W | undefined =>
  state.ids.flatMap(id => workspaces.find(one => one.id === id) ?? [])[0] ?? workspaces.at(-1)
