import { fillProject } from '../../migrations/populate.ts'
import { closeBrowser } from '../support/browser.ts'
import { firstWeight, screenWeights } from '../support/weight.ts'
import { type Figure, spread } from './measure.ts'
import { sit } from './sit.ts'
import type { BenchWorld } from './world.ts'

const KB = 1024
const SETTINGS =
  /^(SignIn|Onboarding|CreateWorkspace|Invitations|\w+Settings|MembersScreen|ProjectMembersScreen|GeneralScreen|TokensScreen|BillingScreen)-/

/** The code that is loaded before the first screen, and the code that the screens of accounts and settings bring beyond it. */
export const weights = (): Figure[] => {
  const { scripts, styles } = firstWeight()
  return [
    {
      measure: 'before the first screen, script and style, gzipped',
      aim: '200 KB',
      value: `${Math.round((scripts + styles) / KB)} KB`,
      n: 1,
      note: `script ${Math.round(scripts / KB)} KB`,
    },
    ...screenWeights(SETTINGS).map(({ name, own, brought }) => ({
      measure: `${name}, script, gzipped`,
      aim: '',
      value: `${(own / KB).toFixed(1)} KB`,
      n: 1,
      note: `with what it brings ${(brought / KB).toFixed(1)} KB`,
    })),
  ]
}

export const board = async ({ make, team, db, origin }: BenchWorld, issues = 10_000): Promise<Figure[]> => {
  const project = await make.project(team.admin, team.workspace.slug)
  await fillProject(db, project.id, issues)
  const who = await sit({ origin, team })
  const url = `/${team.workspace.slug}/projects/${project.id}/issues?layout=kanban&group_by=state_id&order_by=sort_order`
  await who.page.goto(url)
  await who.page.locator('[data-issue]').first().waitFor()
  const reloads: number[] = []
  for (let n = 0; n < 8; n++) {
    const from = performance.now()
    await who.page.reload({ waitUntil: 'commit' })
    await who.page.locator('[data-issue]').first().waitFor()
    reloads.push(performance.now() - from)
  }
  // From the key that picks a priority to the frame that shows it, measured inside the page.
  const paints: number[] = []
  for (let n = 0; n < 20; n++) {
    await who.page
      .locator('[data-issue] [data-title]')
      .nth(n % 4)
      .focus()
    await who.page.keyboard.press('p')
    await who.page.getByRole('option').first().waitFor()
    await who.page.evaluate(() => {
      const state = window as unknown as { took: Promise<number> }
      state.took = new Promise(resolve =>
        addEventListener(
          'keydown',
          () => {
            const from = performance.now()
            requestAnimationFrame(() => {
              const channel = new MessageChannel()
              channel.port1.onmessage = () => resolve(performance.now() - from)
              channel.port2.postMessage(0)
            })
          },
          { once: true, capture: true },
        ),
      )
    })
    await who.page.keyboard.press(String((n % 5) + 1))
    paints.push(await who.page.evaluate(() => (window as unknown as { took: Promise<number> }).took))
  }
  await closeBrowser()
  return [
    {
      measure: `click -> paint of a changed property on a board of ${issues}`,
      aim: 'p95 16 ms',
      value: spread(paints),
      n: paints.length,
      note: 'key to the end of the next frame; a frame is up to 16.7 ms',
    },
    {
      measure: `board of ${issues}, warm reload to usable`,
      aim: '500 ms',
      value: spread(reloads),
      n: reloads.length,
    },
    ...weights(),
  ]
}
