import { type Import, importRoutes } from '#contract/workspace/imports.ts'
import { type BodyOf, call } from '../../data/client.ts'
import { applyRow } from '../../data/rows.ts'
import { deliver, type SendOptions } from '../../data/texts/upload.ts'

type Given = BodyOf<(typeof importRoutes)['create']>

/** Begins an import by a file, which is sent; answers its id once it is being read. */
export const importFile = (
  slug: string,
  given: Omit<Given, 'file' | 'connection'>,
  file: File,
  options: SendOptions,
): Promise<string> =>
  deliver(
    {
      announce: async () => {
        const body = { ...given, file: { name: file.name, size: file.size } }
        const { body: begun } = await call(importRoutes.create, { params: { ws: slug }, body })
        applyRow('import', begun.import)
        return { asset_id: begun.import.id, upload_data: begun.upload! }
      },
      confirm: async importId => {
        const { body } = await call(importRoutes.uploaded, { params: { ws: slug, importId } })
        applyRow('import', body)
      },
      remove: importId => call(importRoutes.remove, { params: { ws: slug, importId } }),
    },
    file,
    options,
  )

/** Begins an import by a connection to its source. */
export const importFrom = async (
  slug: string,
  source: Import['source'],
  connection: NonNullable<Given['connection']>,
): Promise<string> => {
  const { body } = await call(importRoutes.create, { params: { ws: slug }, body: { source, connection } })
  applyRow('import', body.import)
  return body.import.id
}
