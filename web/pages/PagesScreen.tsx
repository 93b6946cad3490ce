import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { isPublic } from '#contract/pages.ts'
import { useRow, useRows } from '../data/rows.ts'
import { may } from '../data/viewer.ts'
import { projectLook } from '../projects/look.ts'
import { FloatingAction, Header } from '../shell/Header.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { shortDay } from '../ui/day-words.ts'
import { EmptyState, PageDrawing } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/icons.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { useTitle } from '../workspaces/title.ts'
import { createPage } from './pageActions.ts'

const tabs = [
  { id: 'public' as const, label: 'Public' },
  { id: 'private' as const, label: 'Private' },
]

export const PagesScreen = () => {
  const { slug = '', projectId = '' } = useParams()
  const [query, setQuery] = useSearchParams()
  const go = useNavigate()
  const project = useRow('project', projectId)
  const people = new Map(useRows('user').map(user => [user.id, user]))
  const tab = query.get('type') === 'private' ? 'private' : 'public'
  const pages = useRows('page')
    .filter(
      page => page.project_id === projectId && !page.archived_at && isPublic(page) === (tab === 'public'),
    )
    .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
  const mayCreate = may('page.create', {}, { workspace: project?.workspace, project: projectId })
  useTitle('Pages', project?.name)
  const create = async () => {
    const id = await createPage(projectId, tab === 'public' ? 0 : 1)
    if (id) void go(`/${slug}/projects/${projectId}/pages/${id}`)
  }
  useKeys({ d: { run: () => (mayCreate ? void create() : false), label: 'New page', group: 'Create' } })
  if (!project) return <NotFound title="No such project" />
  return (
    <>
      <Header
        project={{ ...projectLook(project), href: `/${slug}/projects/${projectId}/issues` }}
        section="Pages"
        count={pages.length}
        controls={
          <Segmented
            label="Which pages"
            parts={tabs}
            value={tab}
            onChange={next => setQuery(next === 'private' ? { type: next } : {})}
          />
        }
        {...(mayCreate ? { primary: { label: 'New page', keys: 'd', run: () => void create() } } : {})}
      />
      {pages.length === 0 ? (
        <EmptyState
          drawing={<PageDrawing />}
          title={tab === 'public' ? 'No pages yet' : 'No private pages'}
          actions={
            mayCreate && (
              <Button variant="primary" keys="d" onClick={() => void create()}>
                New page
              </Button>
            )
          }
        >
          {tab === 'public'
            ? 'A page is a text that the whole project writes together.'
            : 'A private page is seen by you alone.'}
        </EmptyState>
      ) : (
        <ul className="min-h-0 flex-1 overflow-y-auto px-2 py-1">
          {pages.map(page => (
            <li key={page.id}>
              <Link
                to={`/${slug}/projects/${projectId}/pages/${page.id}`}
                className="flex h-9 items-center gap-3 rounded-control px-2 hover:bg-hover max-md:h-11"
              >
                <Icon name={isPublic(page) ? 'file-text' : 'lock'} className="text-ink-3" />
                <span className="cut flex-1">{page.name || 'Untitled'}</span>
                <span className="num text-12 text-ink-3">{shortDay(page.updated_at.slice(0, 10))}</span>
                <Avatar person={people.get(page.owned_by) ?? null} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {mayCreate && <FloatingAction label="New page" run={() => void create()} />}
    </>
  )
}
