import { Link } from 'react-router'
import { here } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import { agoText } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { Pane, type PreviewProps } from './PreviewPane.tsx'

/** How an import has ended, and the way to what it came to. */
export const ImportPreview = (props: PreviewProps) => {
  const { id, rows, latest } = props.group
  return (
    <Pane {...props} label={latest.title || 'Import'} controls={null}>
      <h1 className="mt-1 mb-3 font-semibold text-20">{latest.title || 'Import'}</h1>
      <ul className="flex flex-col gap-2">
        {rows.map(row => (
          <li key={row.id} className="flex gap-3 text-14 text-ink-2">
            <span className="min-w-0 flex-1">{row.new_value}</span>
            <span className="num flex-none text-12 text-ink-3">{agoText(row.created_at)}</span>
          </li>
        ))}
      </ul>
      <Link
        to={to('import', { slug: here().slug, importId: id })}
        className="mt-5 inline-flex h-8 items-center gap-1.5 rounded-control bg-press px-3 max-md:h-11"
      >
        <Icon name="upload" className="text-ink-3" /> Open the import
      </Link>
    </Pane>
  )
}
