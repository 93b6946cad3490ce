import { useNavigate } from 'react-router'
import { useRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { useLastLooked } from '../issues/fields/lastLooked.ts'
import { NewSince } from '../issues/one/activity/NewSince.tsx'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { agoText } from '../ui/dates/day-words.ts'
import { OneEvent } from './eventWords.tsx'
import { PageTalk } from './PageTalk.tsx'
import { Pane, type PreviewProps } from './PreviewPane.tsx'

export const PagePreview = (props: PreviewProps) => {
  const { id, rows } = props.group
  const page = useRow('page', id)
  const looked = useLastLooked()
  const news = looked ? rows.filter(row => row.created_at > looked.at).length : 0
  const go = useNavigate()
  const open = () =>
    void (page && go(to('page', { slug: here().slug, projectId: page.project_id, pageId: id })))
  return (
    <Pane
      {...props}
      label={page?.name || 'Untitled'}
      controls={<IconButton icon="maximize-2" label="Open the page" keys="enter" onClick={open} />}
    >
      <h1 className="mt-1 mb-3 font-semibold text-20">{page?.name || 'Untitled'}</h1>
      {looked && news > 0 && <NewSince count={news} looked={looked} />}
      <ul className="flex flex-col gap-2">
        {rows.map(row => (
          <li key={row.id} className="flex gap-3 text-14 text-ink-2">
            <span className="min-w-0 flex-1">
              <OneEvent row={row} />
            </span>
            <span className="num flex-none text-12 text-ink-3">{agoText(row.created_at)}</span>
          </li>
        ))}
      </ul>
      {page && <PageTalk key={page.id} page={page} rows={rows} />}
      <Button variant="neutral" icon="file-text" size="large" className="mt-5" onClick={open}>
        Open the page
      </Button>
    </Pane>
  )
}
