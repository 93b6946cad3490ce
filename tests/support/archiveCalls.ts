import { zipSync } from 'fflate'
import type { BroughtArchive } from '../../api/contract/workspace/archives.ts'
import { sendArchive } from './archives.ts'
import type { build, Person } from './build.ts'
import { type Announced, sendFile } from './files.ts'
import { makePlaceholder } from './placeholder.ts'
import type { Call } from './repeatedCalls.ts'
import type { TestServer } from './server.ts'

type Make = ReturnType<typeof build>
type Team = Awaited<ReturnType<Make['team']>>
const nothing = Buffer.from(zipSync({ 'issues.jsonl': new Uint8Array() }))

/** For each write about archives and placeholders that answers a body, one call that succeeds. */
export const archiveCalls = (
  server: () => TestServer,
  make: () => Make,
  team: () => Team,
): Record<string, () => Promise<Call>> => {
  const space = () => `/api/workspaces/${team().workspace.slug}`
  const names = () => ({ name: 'Brought', slug: `b${make().id()}` })
  const begun = async (by: Person) => (await sendArchive(by, nothing, names())).body as BroughtArchive
  return {
    'archives.make': async () => ({ path: `${space()}/archives/`, body: { files: false } }),
    'archives.bring': async () => {
      const by = await make().person()
      const { body } = await by.post<Announced>('/api/archives/', { size: nothing.length })
      await sendFile(body.upload_data, nothing)
      return { path: `/api/archives/${body.asset_id}/`, body: names(), by }
    },
    'archives.stop': async () => {
      const by = await make().person()
      return { path: `/api/archives/jobs/${(await begun(by)).id}/cancel/`, body: {}, by }
    },
    'placeholders.give': async () => {
      const id = await makePlaceholder(server(), team().admin, team().workspace, { name: make().id() })
      return { path: `${space()}/placeholders/${id}/give/`, body: { member: team().member.id } }
    },
  }
}
