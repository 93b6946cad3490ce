/** The instance admin at this browser, and the instance's configuration. */

import { proxy, ref, useSnapshot } from 'valtio'
import type { z } from 'zod'
import { messageOf } from '#contract/messageOf.ts'
import type { ConfigurationKey } from '#contract/workspace/configuration.ts'
import {
  type AdminMe,
  type ConfigurationRow,
  instanceAdminRoutes,
  type MailTest,
} from '#contract/workspace/instanceAdmin.ts'
import { CallError, call, isSigningOut, postForm, signingOut } from '../data/client.ts'
import { loadInstance } from '../data/session.ts'
import { toast } from '../ui/popups/Toast.tsx'

export type Me = z.infer<typeof AdminMe>
type Row = z.infer<typeof ConfigurationRow>
type State = {
  status: 'loading' | 'failed' | 'out' | 'in'
  /** They were signed in on this page, and have not signed out here. */
  hasEnded: boolean
  me: Me | null
  rows: ReadonlyMap<string, Row>
  /** The last test of a mail server that came off. */
  mailTest: MailTest | null
}

const state = proxy<State>({
  status: 'loading',
  hasEnded: false,
  me: null,
  rows: ref(new Map()),
  mailTest: null,
})

export const useInstance = () => useSnapshot(state) as State

/** How often settings were kept here: an answer asked for before may not know the last ones. */
let kept = 0

const readRows = async (): Promise<Row[]> => {
  const before = kept
  const rows = (await call(instanceAdminRoutes.configurations)).body
  return before === kept ? rows : readRows()
}

/** Asked anew after a test, and when settings were kept: it says whether it was of those. */
export const loadMailTest = async () => {
  const { passed } = (await call(instanceAdminRoutes.mailTest)).body
  state.mailTest = passed && ref(passed)
}

/** A session that has ended leads to where one signs in; whoever ends it here is led on by that. */
const out = () => {
  if (isSigningOut()) return
  if (state.status === 'in') state.hasEnded = true
  state.status = 'out'
}

export const loadAdmin = async () => {
  try {
    const { body } = await call(instanceAdminRoutes.session)
    if (!body.user) return out()
    state.me = ref(body.user)
    const [rows] = await Promise.all([readRows(), loadMailTest()])
    state.rows = ref(new Map(rows.map(row => [row.key, row])))
    state.status = 'in'
  } catch {
    if (state.status === 'loading') state.status = 'failed'
  }
}

export type Values = Partial<Record<ConfigurationKey, string>>

export const noteOut = (failure: unknown) => {
  if (failure instanceof CallError && failure.status === 401) out()
}

/** Keeps settings, and answers them as they are kept; a session that has ended meanwhile is reported as one. */
export const keepSettings = async (values: Values): Promise<Values> => {
  try {
    const { body } = await call(instanceAdminRoutes.configure, { body: values })
    kept++
    state.rows = ref(new Map([...state.rows, ...body.map((row): [string, Row] => [row.key, row])]))
    // They are kept, whatever becomes of this.
    void Promise.all([loadInstance(), loadMailTest()]).catch(() => {})
    return Object.fromEntries(body.map(row => [row.key, row.value]))
  } catch (failure) {
    noteOut(failure)
    throw failure
  }
}

export const leaveInstance = async (to: string) => {
  try {
    await signingOut(() => postForm('/api/instances/admins/sign-out/', {}))
    location.assign(to)
  } catch (failure) {
    toast.failure(`You are still signed in. ${messageOf(failure)}`)
  }
}
