import type { Import, WholeImport } from '../../api/contract/workspace/imports.ts'
import { openSeal } from '../../api/db/seal.ts'
import { openStore } from '../../api/files/open.ts'
import { createOutgoing } from '../../api/http/outgoing.ts'
import { createLog } from '../../api/log.ts'
import { importKinds } from '../../api/workspace/imports/kinds.ts'
import { startJobRunner } from '../../api/workspace/jobs/runner.ts'
import type { Person } from './build.ts'
import { sendFile } from './files.ts'
import { until } from './live.ts'
import type { TestServer } from './server.ts'

/** Carries the imports of a server on, as its own process does. */
export const importRunner = async (
  server: Pick<TestServer, 'db' | 'dataDir'>,
  privateHosts: readonly string[] = [],
  fileSizeLimit = 5_242_880,
) => {
  const store = openStore({ dataDir: server.dataDir })
  const seal = await openSeal(server.dataDir)
  const kinds = importKinds({ store, seal, outgoing: createOutgoing({ privateHosts }), fileSizeLimit })
  return startJobRunner({
    db: server.db,
    log: createLog((process.env.TEST_LOG as never) ?? 'silent'),
    kinds,
    pauses: [0.01, 0.01],
  })
}

/** The calls of one person about imports of one workspace. */
export const importCalls = (client: Person, slug: string) => {
  const at = `/api/workspaces/${slug}/imports`
  const shown = async (id: string) => (await client.get<WholeImport>(`${at}/${id}/`)).body
  /** Waits for one of these states; answers the import. */
  const reaches = async (id: string, ...states: Import['state'][]) => {
    await until(async () => [...states, 'failed'].includes((await shown(id)).state), 60_000)
    return shown(id)
  }
  const begin = async (
    file: string | Uint8Array,
    given: { source?: string; name?: string; project?: string } = {},
  ) => {
    const bytes = Buffer.from(file)
    const { name = 'list.csv', source = 'csv', project } = given
    const begun = await client.post<{
      import: Import
      upload: { url: string; fields: Record<string, string> }
    }>(`${at}/`, {
      source,
      ...(project && { project }),
      file: { name, size: bytes.length },
    })
    if (begun.status !== 201) return { status: begun.status, body: begun.body, id: '' }
    await sendFile(begun.body.upload, bytes)
    const { id } = begun.body.import
    const sent = await client.post<Import>(`${at}/${id}/uploaded/`)
    return { status: sent.status, body: begun.body, id }
  }
  /** Begins by a connection to a service. */
  const connect = (source: string, connection: object) =>
    client.post<{ import: Import }>(`${at}/`, { source, connection })
  const follow = async (id: string) => {
    const read = await reaches(id, 'matching')
    if (read.state === 'failed') return read
    await act(id, 'check')
    await reaches(id, 'checked')
    await act(id, 'run')
    return reaches(id, 'done')
  }
  const act = (id: string, what: string, body: object = {}) =>
    client.post<Import>(`${at}/${id}/${what}/`, body)
  return {
    at,
    shown,
    reaches,
    begin,
    act,
    connect,
    /** By a connection, everything at once. */
    wholeBy: async (source: string, connection: object) => {
      const { body, status } = await connect(source, connection)
      if (status !== 201) throw new Error(JSON.stringify(body))
      return follow(body.import.id)
    },
    choose: (id: string, choices: object) => client.patch<Import>(`${at}/${id}/`, choices),
    faults: async (id: string) =>
      (
        await client.get<{ results: { line: number; key: string; said: string; effect: string }[] }>(
          `${at}/${id}/faults/?per_page=1000`,
        )
      ).body.results,
    /** Everything at once: read, dry run, import. */
    whole: async (file: string | Uint8Array, given: Parameters<typeof begin>[1] = {}) => {
      const { id } = await begin(file, given)
      return follow(id)
    },
  }
}
