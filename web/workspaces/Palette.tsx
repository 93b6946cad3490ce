import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRows } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { addressOf } from '../issues/issueAddress.ts'
import { useIssueSearch } from '../issues/searchIssues.ts'
import { PageMark } from '../pages/PageMark.tsx'
import { type CommandEntry, CommandMenu } from '../shell/CommandMenu.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { takeTyped } from '../ui/typeAhead.tsx'

const MOST = 8

type PaletteProps = {
  commands: readonly CommandEntry[]
  /** From where issues are looked for; without any project there are none. */
  projectId: string | undefined
  onClose: () => void
}

/** Everything that can be done, and every issue and page that can be reached, by a few letters. */
export const Palette = ({ commands, projectId, onClose }: PaletteProps) => {
  const [query, setQuery] = useState(takeTyped)
  const go = useNavigate()
  const pages = useRows('page')
  const words = query.trim()
  const isWanted = words.length > 1 && projectId !== undefined
  const { status, found } = useIssueSearch(
    { project_id: projectId ?? '' },
    isWanted ? 'any' : null,
    words,
    true,
  )
  const open = (address: string) => (place: { newTab: boolean }) =>
    place.newTab ? void window.open(address, '_blank', 'noopener') : void go(address)
  const wanted = words.toLowerCase()
  const named = words ? pages.filter(page => page.name.toLowerCase().includes(wanted)) : []
  const reached: CommandEntry[] = [
    ...(isWanted ? found.slice(0, MOST) : []).map(one => ({
      id: one.id,
      group: 'Issues',
      label: one.name,
      lead: `${one.project__identifier}-${one.sequence_id}`,
      icon: <StateIcon group={one.state__group} color={one.state__color} label={one.state__name} />,
      run: open(addressOf(one)),
    })),
    ...named.slice(0, MOST).map(page => ({
      id: page.id,
      group: 'Pages',
      label: page.name,
      icon: <PageMark page={page} />,
      run: open(`/${here().slug}/projects/${page.project_id}/pages/${page.id}`),
    })),
  ]
  return (
    <CommandMenu
      open
      onOpenChange={next => next || onClose()}
      query={query}
      onQuery={setQuery}
      busy={isWanted && status === 'loading'}
      commands={[...commands, ...reached]}
    />
  )
}
