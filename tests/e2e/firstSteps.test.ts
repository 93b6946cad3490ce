/** The first steps by keys alone: the focus goes with each step, is seen wherever it is, and no step needs anything else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, PASSWORD } from '../support/build.ts'
import { byKeys } from '../support/byKeys.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { startServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let box: Mailbox
let server: Awaited<ReturnType<typeof startServer>>
let make: ReturnType<typeof build>
beforeAll(async () => {
  box = await mailbox()
  server = await startServer({ ...box.env, ENABLE_MAGIC_LINK_LOGIN: '1' }, undefined, { mails: true })
  make = build(server)
  await make.setUp()
})
afterAll(leaveSeats)

const isAt = (who: Seat, path: string) => who.page.waitForURL(url => url.pathname === path)
const step = async (who: Seat, title: string | RegExp) => {
  await who.page.getByRole('heading', { level: 1, name: title }).waitFor()
  await axe(who)
}

test('by oneself: a name, a workspace, the others', async () => {
  const quiet = await startServer()
  await build(quiet).setUp()
  const olu = await seat(quiet.origin)
  const { on, to, press, type, choose } = byKeys(olu)
  await olu.page.goto('/sign-up')
  await on('E-mail')
  await axe(olu)
  await type('olu@portoffice.example')
  await press('Enter')
  await on('Password')
  await type(PASSWORD)
  await to('Repeat the password')
  await type(PASSWORD)
  await axe(olu)
  await to(/^Create account/)
  await press('Enter')

  await step(olu, 'What is your name?')
  await on('First name')
  await type('Olu')
  await to('Last name')
  await type('Adebayo')
  await to('What you are: Not set')
  await choose('Manager')
  await on('What you are: Manager')
  await to('What you do: Not set')
  await press('Enter')
  await press('Escape')
  await on('What you do: Not set')
  await to(/^Continue/)
  await press('Enter')

  await step(olu, 'No workspace yet')
  await on(/^Create a workspace/)
  await to('Back', 'Shift+Tab')
  await press('Enter')
  await step(olu, 'What is your name?')
  await on('First name')
  await press('Enter')
  await step(olu, 'No workspace yet')
  await on(/^Create a workspace/)
  await press('Enter')
  await step(olu, 'Name your workspace')
  await on('Name')
  await type('Port Office')
  await to('Address')
  await press('End')
  await type('-north')
  await to('Company size: Not set')
  await press('Enter')
  await press('Escape')
  await on('Company size: Not set')
  await to(/^Create workspace/)
  await press('Enter')

  await step(olu, 'Who works with you?')
  await on('E-mail addresses')
  await type('bram@portoffice.example ')
  await to('Leave out bram@portoffice.example', 'Shift+Tab')
  await to('E-mail addresses')
  await type('anouk@portoffice.example ')
  await to('Member')
  await choose('Guest')
  await to(/^Make 2 links/)
  await press('Enter')
  await olu.page.getByText('2 invitations are listed').waitFor()
  await on('E-mail addresses')
  await axe(olu)
  await to('Open the workspace')
  await press('Enter')
  await isAt(olu, '/port-office-north')
  const roles = await quiet.db('workspace_invitations').orderBy('email').select('email', 'role')
  expect(roles).toEqual(['anouk', 'bram'].map(name => ({ email: `${name}@portoffice.example`, role: 5 })))
  expect(olu.errors).toEqual([])
})

test('by the link of an invitation: accepted, a password, a name, and in the project', async () => {
  const quiet = await startServer()
  const { team } = build(quiet)
  await build(quiet).setUp()
  const { admin, workspace, project } = await team()
  const email = 'sana@portoffice.example'
  await admin.post(`/api/workspaces/${workspace.slug}/invitations/`, {
    emails: [{ email, role: 15 }],
    project_ids: [project.id],
  })
  const { id } = await quiet.db('workspace_invitations').where({ email }).first('id')
  const sana = await seat(quiet.origin)
  const { on, to, press, type } = byKeys(sana)
  const terms = new URLSearchParams({ invitation_id: id, email, slug: workspace.slug })
  await sana.page.goto(`/workspace-invitations/?${terms}`)
  await step(sana, /^Join /)
  await on(/^Accept/)
  await to('Decline')
  await to(/^Accept/, 'Shift+Tab')
  await press('Enter')
  await on('E-mail')
  await axe(sana)
  await press('Enter')
  await on('Password')
  await type(PASSWORD)
  await to('Show password')
  await press('Space')
  await on('Hide password')
  await to('Repeat the password')
  await type(PASSWORD)
  await axe(sana)
  await press('Enter')
  await step(sana, 'What is your name?')
  await on('First name')
  await type('Sana')
  await to('Back', 'Shift+Tab')
  await press('Enter')
  await step(sana, /^You are in /)
  await on(/^Continue/)
  await press('Enter')
  await step(sana, 'What is your name?')
  await on('First name')
  await press('Enter')
  await isAt(sana, `/${workspace.slug}/projects/${project.id}/issues`)
  expect(sana.errors).toEqual([])
})

test('by the link of an invitation, with an account that one has: nothing is answered before one is in', async () => {
  const { admin, workspace } = await make.team()
  const email = 'tomas@portoffice.example'
  const before = visitor(server.origin)
  await before.form('/auth/sign-up/', { email, password: PASSWORD })
  await before.patch('/api/users/me/', { first_name: 'Tomas' })
  await before.patch('/api/users/me/onboard/', { is_onboarded: true })
  await admin.post(`/api/workspaces/${workspace.slug}/invitations/`, { emails: [{ email, role: 15 }] })
  const { id } = await server.db('workspace_invitations').where({ email }).first('id')
  const tomas = await seat(server.origin)
  const { on, to, press, type } = byKeys(tomas)
  const terms = new URLSearchParams({ invitation_id: id, email, slug: workspace.slug })
  await tomas.page.goto(`/workspace-invitations/?${terms}`)
  await step(tomas, /^Join /)
  await tomas.page.getByText(new URL(server.origin).host).waitFor()
  await on(/^Accept/)
  await to('I have an account')
  await press('Enter')
  await on('E-mail')
  await press('Enter')
  await on('Password')
  await type(PASSWORD)
  await press('Enter')
  await step(tomas, /^Join /)
  expect(await server.db('workspace_invitations').where({ id }).first('responded_at')).toEqual({
    responded_at: null,
  })
  await on(/^Accept/)
  await press('Enter')
  await isAt(tomas, `/${workspace.slug}`)
  expect(tomas.errors).toEqual([])
})

test('by a code, with invitations that wait: one is left out, one declined, one joined', async () => {
  const email = 'ines@portoffice.example'
  const teams = [await make.team(), await make.team(), await make.team()]
  for (const { admin, workspace } of teams)
    await admin.post(`/api/workspaces/${workspace.slug}/invitations/`, { emails: [{ email, role: 15 }] })
  const ines = await seat(server.origin)
  const { on, to, press, type } = byKeys(ines)
  await ines.page.goto('/')
  await on('E-mail')
  await type(email)
  await press('Enter')
  await on('Code')
  await axe(ines)
  let code = ''
  while (!code) code = /[a-z]{4}-[a-z]{4}-[a-z]{4}/.exec((await box.take(email)).text)?.[0] ?? ''
  await type(code)
  await press('Enter')
  await step(ines, 'What is your name?')
  await on('First name')
  await type('Ines')
  await press('Enter')
  await step(ines, 'You are invited')
  await on(/^Join/)
  const [, second, third] = teams.map(({ workspace }) => workspace.slug)
  await to(new RegExp(second!), 'Shift+Tab')
  await press('Space')
  await to(new RegExp(third!), 'Shift+Tab')
  await press('Space')
  await to(/^Join/)
  await press('Enter')
  await isAt(ines, `/${teams[0]!.workspace.slug}`)

  await ines.page.goto('/invitations')
  await step(ines, 'You are invited')
  await on(/^Join/)
  await to(`Decline ${second}`, 'Shift+Tab')
  await press('Enter')
  await ines.page.getByRole('checkbox', { name: second!, exact: true }).waitFor({ state: 'detached' })
  await on(/^Join/)
  await to(`Decline ${third}`, 'Shift+Tab')
  await press('Enter')
  await ines.page.getByRole('heading', { name: 'No invitation is waiting' }).waitFor()
  await on('Go home')
  await press('Enter')
  await isAt(ines, `/${teams[0]!.workspace.slug}`)
  expect(ines.errors).toEqual([])
})

test('a link that is looked up too often is not called used', async () => {
  const limited = await startServer({ RATE_LIMIT_AUTH: '2' })
  await build(limited).setUp()
  const { admin, workspace } = await build(limited).team()
  const email = 'mei@portoffice.example'
  await admin.post(`/api/workspaces/${workspace.slug}/invitations/`, { emails: [{ email, role: 15 }] })
  const { id } = await limited.db('workspace_invitations').where({ email }).first('id')
  const stray = `/api/workspaces/${workspace.slug}/invitations/${make.id()}/join/`
  for (const status of [404, 404, 429]) expect((await visitor(limited.origin).get(stray)).status).toBe(status)
  const mei = await seat(limited.origin)
  await mei.page.goto(
    `/workspace-invitations/?${new URLSearchParams({ invitation_id: id, email, slug: workspace.slug })}`,
  )
  await mei.page.getByText('Too many attempts.').waitFor()
  await axe(mei)
  expect(await mei.page.getByText('no longer open').count()).toBe(0)
})

test('whoever goes back to their name before the server has answered stays there', async () => {
  const olu = await seat(server.origin)
  const { page } = olu
  const { jar } = await make.newcomer()
  const value = jar.get('session-id') ?? ''
  await olu.context.addCookies([{ name: 'session-id', value, url: server.origin }])
  const held = Promise.withResolvers<void>()
  const profile = /\/api\/users\/me\/profile\/$/
  await page.route(profile, async route => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.fallback()
  })
  await page.goto('/onboarding')
  await page.getByLabel('First name').fill('Olu')
  await page.keyboard.press('Enter')
  await step(olu, 'No workspace yet')
  await page.getByRole('button', { name: 'Back' }).click()
  await step(olu, 'What is your name?')
  const kept = page.waitForResponse(answer => profile.test(answer.url()))
  held.resolve()
  await (await kept).finished()
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('What is your name?')
  await page.unroute(profile)
})
