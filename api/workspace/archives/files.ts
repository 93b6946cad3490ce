import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Asset } from '#contract/files/files.ts'
import { cleanName } from '../../files/fileName.ts'
import { fitsType, SNIFFED } from '../../files/sniff.ts'
import { LineFault } from './ids.ts'

type Row = Record<string, unknown>

/** Where the bytes of a file are kept: found again by the same archive on the same way. */
export const keyOf = (workspace: string, salt: string, id: string): string =>
  `${workspace}/${hash('sha256', `${salt} file ${id}`).slice(0, 32)}`

const { entity_type } = Asset.schema.shape

/** What a file says of itself, judged as of one that is sent. */
export const fileColumns = (
  row: Row,
  id: string,
  { workspace, salt }: { workspace: string; salt: string },
): Row => {
  const kind = entity_type.safeParse(row.entity_type)
  if (!kind.success || kind.data === 'WORKSPACE_ARCHIVE')
    throw new LineFault('It is no kind of file that a workspace has.')
  const { name, type } = (row.attributes ?? {}) as { name?: unknown; type?: unknown }
  const attributes = {
    name: cleanName(String(name)) || 'file',
    type: typeof type === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream',
    size: Number(row.size) || 0,
  }
  return { attributes, is_uploaded: true, asset: keyOf(workspace, salt, id) }
}

/** Do the first bytes say the same as the type does? */
export const isOfType = async (type: string, stream: Readable): Promise<boolean> => {
  let head = Buffer.alloc(0)
  for await (const part of stream as AsyncIterable<Buffer>) {
    head = Buffer.concat([head, part])
    if (head.length >= SNIFFED) break
  }
  return fitsType(type, head)
}
