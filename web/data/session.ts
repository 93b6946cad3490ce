/** The signed-in person, and the instance. */
import { proxy, ref, useSnapshot } from 'valtio'
import type { z } from 'zod'
import { messageOf } from '#contract/messageOf.ts'
import { authRoutes } from '#contract/people/auth.ts'
import type { UserMe } from '#contract/people/users.ts'
import { type InstanceAnswer, instanceRoutes } from '#contract/workspace/instance.ts'
import { type WorkspaceAnswer, workspaceRoutes } from '#contract/workspace/workspaces.ts'
import { toast } from '../ui/popups/Toast.tsx'
import { call, endSession, postForm, signingOut } from './client.ts'
import { forgetPush, forgetStarts } from './offlineStart.ts'
import { forgetTexts, keepTextsOf } from './texts/keptTexts.ts'

type Me = z.infer<typeof UserMe>
type Workspace = z.infer<typeof WorkspaceAnswer>
type Instance = z.infer<typeof InstanceAnswer>

const state = proxy<{
  status: 'loading' | 'ready' | 'failed'
  instance: Instance | null
  me: Me | null
  /** Whether their first steps are behind them. */
  isOnboarded: boolean
  /** Somebody was signed in in this browser, and has not signed out here. */
  hasEnded: boolean
  workspaces: readonly Workspace[]
}>({
  status: 'loading',
  instance: null,
  me: null,
  isOnboarded: false,
  hasEnded: false,
  workspaces: ref([]),
})

/** Kept while somebody is signed in in this browser: on a first visit there is no session that could have ended. */
const IN = 'signed-in'
const wasIn = (): boolean => {
  try {
    return localStorage.getItem(IN) !== null
  } catch {
    return false
  }
}
const noteIn = (isIn: boolean) => {
  try {
    if (isIn) localStorage.setItem(IN, '1')
    else localStorage.removeItem(IN)
  } catch {
    // Private windows may forbid storage: there a start cannot say.
  }
}

export const useSession = () => useSnapshot(state) as typeof state
/** For code outside of components. */
export const readSession = () => state

/** The person as they are now. */
export const noteMe = (me: Me) => {
  state.me = ref(me)
}

export const noteOnboarded = () => {
  state.isOnboarded = true
}

export const loadWorkspaces = async () => {
  state.workspaces = ref((await call(workspaceRoutes.list)).body)
}

/** Reads the instance again after somebody has changed it here. */
export const loadInstance = async () => {
  state.instance = ref((await call(instanceRoutes.get)).body)
}

export const loadSession = async () => {
  try {
    const [instance, session] = await Promise.all([call(instanceRoutes.get), call(authRoutes.session)])
    state.instance = ref(instance.body)
    // An answer kept for starts without the server may be older than the word.
    state.isOnboarded = session.body.is_onboarded ?? true
    state.me = session.body.is_authenticated ? ref(session.body.user as Me) : null
    if (!state.me) {
      state.hasEnded = wasIn()
    } else {
      noteIn(true)
      keepTextsOf(state.me.id)
      await loadWorkspaces()
    }
    state.status = 'ready'
  } catch {
    if (state.status === 'loading') state.status = 'failed'
  }
}

/** Signs out, and goes on at the start or where it is said; whoever cannot is informed, and stays. */
export const signOut = async (next?: string) => {
  try {
    await signingOut(() => postForm('/auth/sign-out/', {}))
  } catch (failure) {
    return toast.failure(`You are still signed in. ${messageOf(failure)}`)
  }
  noteIn(false)
  await Promise.all([forgetStarts(), forgetPush(), state.me ? forgetTexts(state.me.id) : null])
  if (next) location.assign(next)
  else endSession('signedOut')
}
