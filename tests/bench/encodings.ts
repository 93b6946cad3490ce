import { get } from 'node:http'
import { fillProject } from '../../migrations/populate.ts'
import { against, beside, type Figure, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

/** One list as each encoding that clients offer, beside the same list as it is. */
export const encodings = async ({ make, team, db, origin }: BenchWorld): Promise<Figure[]> => {
  const project = await make.project(team.admin, team.workspace.slug)
  await fillProject(db, project.id, 100)
  let bytes = 0
  const as = (encoding: string) => () =>
    new Promise<void>((resolve, reject) => {
      const headers = { cookie: team.admin.cookie(), 'accept-encoding': encoding }
      get(`${origin}${project.path}/issues/?per_page=100`, { headers }, answer => {
        bytes = 0
        answer.on('data', (part: Buffer) => {
          bytes += part.length
        })
        answer.on('end', resolve)
      }).on('error', reject)
    })
  await timed(10, as('identity'))
  const whole = bytes
  const figures: Figure[] = []
  for (const encoding of ['br', 'zstd', 'gzip']) {
    const measured = await beside(60, as(encoding), as('identity'))
    const size = `${Math.round(bytes / 1024)} KB of ${Math.round(whole / 1024)}`
    figures.push(against(`list of 100 issues as ${encoding}`, 1.3, measured, 'as it is', size))
  }
  return figures
}
