import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { fillProject } from '../../migrations/populate.ts'
import { closeBrowser, seat } from '../support/browser.ts'
import { type Figure, spread } from './measure.ts'
import type { BenchWorld } from './world.ts'

/** What the first route loads: the page's own script and style and what they import at once. */
export const weight = (): Figure => {
  const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))
  const html = readFileSync(`${dist}index.html`, 'utf8')
  const names = [...html.matchAll(/\/(assets\/[^"]+\.(?:js|css))/g)].map(match => match[1]!)
  const bytes = names.reduce((sum, name) => sum + gzipSync(readFileSync(dist + name)).length, 0)
  const sizes = readdirSync(`${dist}assets`)
    .filter(name => name.endsWith('.js') && !names.includes(`assets/${name}`))
    .map(name => gzipSync(readFileSync(`${dist}assets/${name}`)).length)
  return {
    measure: 'first route, script and style, gzipped',
    aim: '200 KB',
    value: `${Math.round(bytes / 1024)} KB`,
    n: names.length,
    note: `the editor (${Math.round(Math.max(...sizes) / 1024)} KB) loads when text is opened`,
  }
}

export const board = async ({ make, team, db, origin }: BenchWorld, issues = 10_000): Promise<Figure[]> => {
  const project = await make.project(team.admin, team.workspace.slug)
  await fillProject(db, project.id, issues)
  const who = await seat(origin)
  await who.context.addCookies([
    { name: 'session-id', value: team.admin.jar.get('session-id')!, url: origin },
  ])
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
    weight(),
  ]
}
