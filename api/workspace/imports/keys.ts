/** Keys of the store that follow from an import and what is kept: done again, a step finds there what it has kept before. */
import { hash } from 'node:crypto'

type Owner = { id: string; workspace: string; file: string | null }

const below = ({ workspace }: Pick<Owner, 'workspace'>, words: string): string =>
  `${workspace}/${hash('sha256', words).slice(0, 32)}`

type SourceFile = { url: string; key?: string }

/** Under which an issue knows a file of its source again. */
export const nameOfFile = ({ key, url }: SourceFile): string => (key ?? url).slice(0, 255)

/** Of a file that is fetched. */
export const fetchedKey = (row: Pick<Owner, 'id' | 'workspace'>, file: SourceFile): string =>
  below(row, `${row.id} file ${nameOfFile(file)}`)

export const digestOfName = (name: string): string => hash('sha256', name)

/** Of a file of the archive of an import, by the digest of its path. */
export const unpackedKey = (row: Pick<Owner, 'workspace' | 'file'>, digest: string): string =>
  below(row, `${row.file} ${digest}`)

/** How an issue of the source may be kept that another one names so: as it is written, otherwise in lower case. */
export const spellingsOf = (key: string): string[] => [
  ...new Set([key.slice(0, 500), key.slice(0, 500).toLowerCase()]),
]
