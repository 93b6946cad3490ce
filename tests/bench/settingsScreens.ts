/** The cost of each screen of settings and of coming in: from its address to the first paint, and its own script. */
import { filled, type PlaceId, placeIds, placeOf } from '../../web/places/address.ts'
import { closeBrowser, type Seat } from '../support/browser.ts'
import { bytesOf, firstFiles, firstWeight } from '../support/weight.ts'
import { type Figure, percentile, spread } from './measure.ts'
import { opened } from './screens.ts'
import { sit } from './sit.ts'
import type { BenchWorld } from './world.ts'

const TIMES = 5
const FRAMES = ['accountSettings', 'workspaceSettings', 'projectSettings', 'instance'] as const
const WAYS_IN: readonly PlaceId[] = ['start', 'signUp', 'forgotPassword', 'createWorkspace', 'onboarding']

const isMeasured = (id: PlaceId) =>
  WAYS_IN.includes(id) || FRAMES.some(frame => placeOf(id).listed?.includes(frame))

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

/** Scripts that this page has asked for beyond those of every first address. */
const broughtBy = async ({ page }: Seat): Promise<string[]> => {
  const first = new Set(firstFiles())
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.slice(1)),
  )
  return [...new Set(asked)].filter(name => /^assets\/.*\.js$/.test(name) && !first.has(name))
}

type Measured = { name: string; shown: number[]; painted: number[]; brought: string[] }

export const settingsScreens = async ({ make, team, origin }: BenchWorld): Promise<Figure[]> => {
  const { admin, workspace, project } = team
  const runs = await make.instanceAdmin()
  const keys = {
    'session-id': admin.jar.get('session-id') ?? '',
    'admin-session-id': runs.jar.get('admin-session-id') ?? '',
  }
  const inside = await sit({ origin, team }, { keys })
  const outside = await sit({ origin, team }, { keys: {} })
  const measured: Measured[] = []
  for (const id of placeIds.filter(isMeasured)) {
    const { path, label, called = label, who } = placeOf(id)
    const address = filled(path, { slug: workspace.slug, projectId: project.id })
    const screen = { address, rows: 'h1, h2' }
    const at = who === 'signedOut' ? outside : inside
    const [shown, painted]: [number[], number[]] = [[], []]
    // The first brings the program's files: the measuring browser was here before.
    await opened(at, screen)
    await at.page.waitForLoadState('networkidle')
    const brought = await broughtBy(at)
    for (let n = 0; n < TIMES; n++) {
      const one = await opened(at, screen)
      shown.push(one.shown)
      painted.push(one.painted)
    }
    measured.push({ name: `${called} (${path})`, shown, painted, brought })
  }
  await closeBrowser()
  const { scripts, styles } = firstWeight()
  return [
    {
      measure: 'what comes before the first screen, gzipped',
      aim: 'scripts 200 KB',
      value: kilobytes(scripts),
      n: 1,
      note: `styles ${kilobytes(styles)}`,
    },
    ...measured.map(({ name, shown, painted, brought }) => {
      const others = measured.filter(one => one.name !== name)
      // Two may be drawn by one module, as signing in and up are.
      const own = brought.filter(file => others.filter(one => one.brought.includes(file)).length < 2)
      return {
        measure: `${name}: first paint`,
        aim: 'p95 500 ms',
        value: spread(painted),
        n: painted.length,
        note: `heading p50 ${percentile(shown, 0.5).toFixed(0)} ms; gzipped its own script ${kilobytes(bytesOf(own))}, with what it shares ${kilobytes(bytesOf(brought))}`,
      }
    }),
  ]
}
