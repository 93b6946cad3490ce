/** All settings: of a person, a workspace, a project and the instance; and how people come in. In all four themes. */
import { seat } from '../support/browser.ts'
import { berthBooking, type Given, wantedOf } from './everyLook.ts'

const looks = [
  { suffix: '', width: 1440, height: 900, theme: 'light' as const },
  { suffix: '-dark', width: 1440, height: 900, theme: 'dark' as const },
  { suffix: '-contrast', width: 1440, height: 900, theme: 'light' as const, contrast: 'more' as const },
  { suffix: '-dark-contrast', width: 1440, height: 900, theme: 'dark' as const, contrast: 'more' as const },
  { suffix: '-768', width: 768, height: 1024, theme: 'light' as const },
  { suffix: '-390', width: 390, height: 844, theme: 'light' as const },
]

const ofPeople = {
  profile: '/profile',
  appearance: '/profile/appearance',
  security: '/profile/security',
  'notification-settings': '/profile/notifications',
  activity: '/profile/activity',
  'workspace-settings': '/lantern-quay/settings',
  'workspace-members': '/lantern-quay/settings/members',
  billing: '/lantern-quay/settings/billing',
  tokens: '/lantern-quay/settings/api-tokens',
  exports: '/lantern-quay/settings/exports',
  'create-workspace': '/create-workspace',
}
const ofInstance = {
  'instance-general': '/god-mode/general',
  'instance-workspaces': '/god-mode/workspace',
  'instance-workspace-new': '/god-mode/workspace/create',
  'instance-people': '/god-mode/people',
  'instance-email': '/god-mode/email',
  'instance-authentication': '/god-mode/authentication',
  'instance-google': '/god-mode/authentication/google',
  'instance-ai': '/god-mode/ai',
  'instance-image': '/god-mode/image',
}
const ofProject = {
  'project-settings': '',
  'project-members': '/members',
  'project-features': '/features',
  'project-states': '/states',
  'project-labels': '/labels',
  'project-estimates': '/estimates',
  'project-automations': '/automations',
}
const ofStrangers = {
  'sign-up': '/sign-up',
  'forgot-password': '/accounts/forgot-password',
  'god-mode': '/god-mode',
}

export const settings = async (given: Given) => {
  const { origin, shoot, signIn } = given
  for (const { suffix, ...look } of wantedOf(given, looks)) {
    const who = await seat(origin, look)
    const { page } = who
    const show = async (shown: Record<string, string>, base = '') => {
      for (const [name, path] of Object.entries(shown)) {
        await page.goto(`${base}${path}`)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await shoot(who, name, suffix)
      }
    }
    await show(ofStrangers)
    await signIn(who, 'freya@lanternquay.example')
    await show(ofPeople)
    await page.goto(ofPeople.exports)
    await page.getByRole('button', { name: 'Whole workspace' }).click()
    await page.getByText('issues.jsonl').waitFor()
    await shoot(who, 'archive', suffix)
    await page.goto(ofPeople['create-workspace'])
    await page.getByRole('button', { name: 'From an archive' }).click()
    await page.getByLabel('Name').waitFor()
    await shoot(who, 'from-archive', suffix)
    await page.goto(ofPeople.tokens)
    await page.getByRole('button', { name: 'New token' }).first().click()
    await page.getByLabel('Name').fill('Berth display in the office')
    for (const noun of ['Issues', 'Pages', 'Members'])
      await page.getByRole('radiogroup', { name: noun, exact: true }).getByText('Read').click()
    await page.getByRole('radiogroup', { name: 'Issues', exact: true }).getByText('Write').click()
    await shoot(who, 'token-new', suffix)
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.locator('[data-secret]').waitFor()
    await shoot(who, 'token-once', suffix)
    await page.getByRole('button', { name: 'Close' }).click()
    await show(ofProject, `${await berthBooking(who)}/settings`)
    await page.goto('/god-mode')
    await page.getByLabel('E-mail').fill('freya@lanternquay.example')
    await page.getByLabel('Password', { exact: true }).fill('lantern quay at high tide')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/god-mode/general')
    await show(ofInstance)
    await who.context.close()
  }
}
