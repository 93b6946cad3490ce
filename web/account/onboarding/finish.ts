/** How the first minutes are kept: each step as it is done, so that they go on where they were left. */
import type { z } from 'zod'
import { type onboardingStep, type Profile, userRoutes } from '#contract/people/users.ts'
import { call } from '../../data/client.ts'
import { noteOnboarded } from '../../data/session.ts'

export type Steps = z.infer<typeof onboardingStep>
export type ProfileRow = z.infer<typeof Profile.schema>

export const noteStep = (step: Partial<Steps>, more: { last_workspace_id?: string } = {}) =>
  call(userRoutes.updateProfile, { body: { onboarding_step: step, ...more } })

/** All is done, or passed over. */
export const finish = async (workspaceId?: string) => {
  await noteStep(
    { profile_complete: true, workspace_create: true, workspace_invite: true, workspace_join: true },
    workspaceId ? { last_workspace_id: workspaceId } : {},
  )
  await call(userRoutes.onboard, { body: { is_onboarded: true } })
  noteOnboarded()
}
