/** How people come in: the first minutes of somebody new, and the link of an invitation. In all four themes. */
import { type Seat, seat } from '../support/browser.ts'
import { fourThemes, type Given, wantedOf } from './everyLook.ts'

const PASSWORD = 'a long harbour phrase 9'
const looks = [
  ...fourThemes,
  { suffix: '-768', width: 768, height: 1024, theme: 'light' as const },
  { suffix: '-390', width: 390, height: 844, theme: 'light' as const },
  { suffix: '-390-dark', width: 390, height: 844, theme: 'dark' as const },
]
const INVITATIONS = '/api/workspaces/lantern-quay/invitations/'

/** The link of an invitation that Freya makes for this address. */
const linkFor = async ({ page }: Seat, email: string): Promise<string> => {
  const data = { emails: [{ email, role: 15 }], is_mailed: false }
  const { invitations } = await (await page.request.post(INVITATIONS, { data })).json()
  return invitations[0].link
}

export const arriving = async (given: Given) => {
  const { origin, shoot, signIn } = given
  const freya = await seat(origin)
  await signIn(freya, 'freya@lanternquay.example')
  for (const { suffix, ...look } of wantedOf(given, looks)) {
    const who = await seat(origin, look)
    const { page } = who
    const stands = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor()
    await page.goto(await linkFor(freya, `sana${suffix}@lanternquay.example`))
    await stands(/^Join /)
    await shoot(who, 'invitation', suffix)
    await page.goto('/workspace-invitations/?slug=lantern-quay')
    await stands('This invitation is no longer open')
    await shoot(who, 'invitation-ended', suffix)
    await page.goto('/sign-up')
    await page.getByLabel('E-mail', { exact: true }).fill(`olu${suffix}@portoffice.example`)
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Repeat the password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await stands('What is your name?')
    await shoot(who, 'onboarding', suffix)
    await page.getByLabel('First name').fill('Olu')
    await page.keyboard.press('Enter')
    await stands('No workspace yet')
    await shoot(who, 'onboarding-waiting', suffix)
    await page.getByRole('button', { name: 'Create a workspace' }).click()
    await stands('Name your workspace')
    await page.getByLabel('Name', { exact: true }).fill(`Port Office${suffix}`)
    await shoot(who, 'onboarding-workspace', suffix)
    await page.keyboard.press('Enter')
    await stands('Who works with you?')
    await shoot(who, 'onboarding-invite', suffix)
    await who.context.clearCookies()
    await page.goto('/?ended=True')
    await stands('Sign in')
    await shoot(who, 'session-ended', suffix)
    await who.context.close()
  }
  await freya.context.close()
}
