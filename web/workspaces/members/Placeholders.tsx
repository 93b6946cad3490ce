import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import { type Placeholder, placeholderRoutes } from '#contract/workspace/placeholders.ts'
import { call } from '../../data/client.ts'
import { useLive } from '../../data/live.ts'
import { useRows } from '../../data/rows.ts'
import { may, useHere } from '../../data/viewer.ts'
import { SettingsSection } from '../../settings/SettingsScreen.tsx'
import { saving } from '../../settings/saving.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { toast } from '../../ui/popups/Toast.tsx'

const OF_A_PAGE = 50
type Page = { rows: Placeholder[]; total: number; next: string | null }
const NONE: Page = { rows: [], total: 0, next: null }

/** Read when the screen opens, and again when browsers load anew, as they do when one is given. */
const usePlaceholders = (slug: string, isAdmin: boolean) => {
  const { loads } = useLive()
  const [page, setPage] = useState<Page>(NONE)
  const load = useCallback(
    async (cursor: string, before: Placeholder[]) => {
      if (!isAdmin) return
      try {
        const { body } = await call(placeholderRoutes.list, {
          params: { ws: slug },
          query: { per_page: String(OF_A_PAGE), cursor },
        })
        const next = body.next_page_results ? body.next_cursor : null
        setPage({ rows: [...before, ...body.results], total: body.total_count, next })
      } catch {
        // Then the section is not there; the rest of the screen is without it.
      }
    },
    [slug, isAdmin],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when rows were loaded anew
  useEffect(() => void load(`${OF_A_PAGE}:0:0`, []), [load, loads])
  return { page, more: () => page.next && void load(page.next, page.rows) }
}

type Asked = { row: Placeholder; to: { id: string; name: string } }

/** Asked first: afterwards nobody can tell what was the one's and what the other's. */
const GiveQuestion = ({ row, to, onGive, onClose }: Asked & { onGive: () => void; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={open => !open && onClose()}
    title={`Give ${row.name} to ${to.name}?`}
    text={`All that names ${row.name} will name ${to.name}. This cannot be undone.`}
    actions={
      <Answers onCancel={onClose} onClick={onGive}>
        Give
      </Answers>
    }
  />
)

/** People whom brought work names and who have no account: an admin gives each to a member. */
export const Placeholders = ({ slug }: { slug: string }) => {
  const { workspaceId } = useHere()
  const isAdmin = may('placeholder.manage', {}, { workspace: workspaceId })
  const { page, more } = usePlaceholders(slug, isAdmin)
  const people = useRows('user')
  const members = useRows('workspace_member')
  const [giving, setGiving] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked | null>(null)
  if (!isAdmin || page.rows.length === 0) return null
  const active = new Set(members.flatMap(one => (one.is_active ? [one.member_id] : [])))
  const options = () =>
    people
      .filter(one => active.has(one.id) && !one.is_bot)
      .map(one => ({ id: one.id, name: one.display_name, icon: <Avatar person={one} silent /> }))
  const give = async ({ row, to: { id: member } }: Asked) => {
    setAsked(null)
    setGiving(now => new Set([...now, row.id]))
    try {
      await saving(
        call(placeholderRoutes.give, { params: { ws: slug, placeholderId: row.id }, body: { member } }),
      )
    } catch (failure) {
      setGiving(now => new Set([...now].filter(id => id !== row.id)))
      toast.failure(messageOf(failure), { title: `${row.name} was not given.` })
    }
  }
  return (
    <SettingsSection
      title="Without an account"
      count={page.total}
      text="Names that came with brought work. Given to a member, all that names one names that member."
    >
      <ul className="-mx-2">
        {page.rows.map(row => (
          <li
            key={row.id}
            className="flex min-h-9 items-center gap-2 rounded-control px-2 hover:bg-hover max-md:min-h-14"
          >
            <Avatar person={people.find(one => one.id === row.id) ?? null} silent />
            <span className="cut">{row.name}</span>
            <span className="cut flex-1 text-12 text-ink-3">{row.email}</span>
            {giving.has(row.id) ? (
              <span role="status" className="text-12 text-ink-3">
                Being given…
              </span>
            ) : (
              <Picker
                label={`Give ${row.name} to`}
                options={options}
                value={[]}
                onPick={([id]) => {
                  const to = people.find(one => one.id === id)
                  if (to) setAsked({ row, to: { id: to.id, name: to.display_name } })
                }}
                align="end"
              >
                <Button aria-label={`Give ${row.name} to a member`} className="max-md:h-11">
                  Give to…
                  <Icon name="chevron-down" size={12} className="text-ink-3" />
                </Button>
              </Picker>
            )}
          </li>
        ))}
      </ul>
      {asked && <GiveQuestion {...asked} onGive={() => void give(asked)} onClose={() => setAsked(null)} />}
      {page.next && (
        <Button className="mt-1" onClick={more}>
          Show more
        </Button>
      )}
    </SettingsSection>
  )
}
