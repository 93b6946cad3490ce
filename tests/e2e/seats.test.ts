/** The seats of a workspace: those that are taken, and those that somebody may still take. */
import { afterAll, expect, test } from 'vitest'
import { leaveSeats } from '../support/browser.ts'
import { issueScreens } from '../support/issueScreens.ts'
import { sharedServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

afterAll(leaveSeats)

test('an invitation that was declined or has expired waits for no seat', async () => {
  const screens = await issueScreens({})
  const server = await sharedServer()
  const { admin } = screens.team
  const at = `/api/workspaces/${screens.slug}/invitations/`
  const emails = ['bram', 'anouk', 'tomas'].map(name => ({
    email: `${name}@${screens.slug}.example`,
    role: 15,
  }))
  const { body } = await admin.post<{ invitations: { id: string; email: string; link: string }[] }>(at, {
    emails,
    is_mailed: false,
  })
  const [bram, anouk] = body.invitations
  const { page } = screens.freya
  const waiting = page.getByRole('listitem').filter({ hasText: 'Invited' })
  await page.goto(`/${screens.slug}/settings/billing`)
  await waiting.getByText('3', { exact: true }).waitFor()
  const declined = await visitor(server.origin).post(`${at}${bram!.id}/join/`, {
    email: bram!.email,
    accepted: false,
    token: new URL(bram!.link).searchParams.get('token'),
  })
  expect(declined.status).toBe(200)
  await waiting.getByText('2', { exact: true }).waitFor()
  await server
    .db('workspace_invitations')
    .where('id', anouk!.id)
    .update({ expires_at: new Date(0) })
  await page.reload()
  await waiting.getByText('1', { exact: true }).waitFor()
})
