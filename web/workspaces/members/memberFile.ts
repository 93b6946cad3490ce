import { writeCsv } from '#contract/lists/csv.ts'
import { copyText } from '../../ui/copy.ts'
import { download } from '../../ui/download.ts'
import { roleName } from '../roles.ts'
import type { Shown } from './MemberRow.tsx'

export const copyAddresses = (members: readonly Shown[]) =>
  copyText(
    members
      .map(one => one.email)
      .filter(Boolean)
      .join('\n'),
    'Addresses',
  )

/** The people as they are shown, for a sheet. */
export const downloadMembers = (slug: string, members: readonly Shown[]) => {
  const heads = ['Name', 'Display name', 'E-mail', 'Role', 'Projects', 'Last active']
  const lines = members.map(({ name, person, email, row, projects, lastActive }) => [
    name,
    person?.display_name ?? '',
    email,
    roleName(row.role),
    projects ? String(projects.length) : '',
    lastActive ?? '',
  ])
  download(`Members of ${slug}.csv`, 'text/csv', writeCsv([heads, ...lines]))
}
