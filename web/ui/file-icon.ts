import type { IconName } from './icons.tsx'

const icons: [RegExp, IconName][] = [
  [/^image\//, 'image'],
  [/csv|excel|spreadsheet/, 'table-2'],
  [/zip|compressed|x-tar/, 'archive'],
  [/json|xml$|javascript|css/, 'file-code'],
]
/** The icon of a file, by its type. */
export const fileIcon = (type: string): IconName =>
  icons.find(([kind]) => kind.test(type))?.[1] ?? 'file-text'
