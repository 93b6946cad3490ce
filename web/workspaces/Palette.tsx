import { useState } from 'react'
import { useNavigate } from 'react-router'
import { fold } from '#contract/lists/folding.ts'
import { getRow, useRows } from '../data/rows.ts'
import { PageMark } from '../editor/PageMark.tsx'
import { pageAddress } from '../editor/pageNames.ts'
import { addressOf, keyOf } from '../issues/acts/issueAddress.ts'
import { projectOf } from '../issues/acts/issueMenu.ts'
import { useIssueSearch } from '../issues/acts/searchIssues.ts'
import { useChoices } from '../issues/fields/choices.tsx'
import { FoundSign, StateSign } from '../issues/fields/StateSign.tsx'
import { whatIsMeant } from '../issues/view/commandScope.ts'
import { useFilterLooks } from '../issues/view/filterLooks.tsx'
import { issueCommands } from '../issues/view/issueCommands.tsx'
import { viewCommands } from '../issues/view/viewCommands.ts'
import { assigneeMark, useSearchCommands } from '../search/searchCommands.tsx'
import { type CommandEntry, CommandMenu } from '../shell/CommandMenu.tsx'
import { takeTyped } from '../ui/popups/typeAhead.tsx'
import { ViewMark } from '../views/ViewMark.tsx'
import { viewAddress } from '../views/viewAddress.ts'
import { useFavoriteCommand } from './favorites/favorHere.ts'
import { type PlaceCommands, usePlaceCommands } from './placeCommands.tsx'
import { noteCommand, recentCommands } from './recentCommands.ts'

const MOST = 5

type PaletteProps = PlaceCommands & { onClose: () => void }

/** The issues that the menu was opened on; null once somebody has said that they are not meant. */
const useSubject = () => {
  const [meant, setMeant] = useState(() => whatIsMeant().issues)
  const issues = (meant?.ids ?? []).flatMap(id => getRow('issue', id) ?? [])
  const { state } = useChoices(projectOf(issues))
  const [first] = issues
  const chip = first && {
    ...(issues.length === 1
      ? { icon: <StateSign issue={first} size={14} />, lead: keyOf(first), label: first.name }
      : { label: `${issues.length} issues` }),
    onClear: () => setMeant(null),
  }
  return { meant: meant && first ? { meant, issues, states: state } : null, chip }
}

const useViewCommands = (): CommandEntry[] => {
  const { view } = whatIsMeant()
  const looks = useFilterLooks(view?.context.projectId ?? null, view?.context.filters ?? [])
  return view ? viewCommands(view, looks) : []
}

/** Everything that can be done, and every issue, view and page that can be reached, by a few letters. */
export const Palette = ({ onClose, ...place }: PaletteProps) => {
  // From where issues are looked for; without any project there are none.
  const projectId = place.at.project?.id
  const [query, setQuery] = useState(takeTyped)
  const [recent] = useState(recentCommands)
  const go = useNavigate()
  const pages = useRows('page')
  const views = useRows('view')
  const { meant, chip } = useSubject()
  const view = useViewCommands()
  const places = [...useFavoriteCommand(), ...usePlaceCommands(place)]
  const words = query.trim()
  const isWanted = words.length > 1 && projectId !== undefined
  const { status, found } = useIssueSearch(
    { project_id: projectId ?? '' },
    isWanted ? 'any' : null,
    words,
    true,
  )
  const open = (address: string) => (at: { newTab: boolean }) =>
    at.newTab ? void window.open(address, '_blank', 'noopener') : void go(address)
  const wanted = fold(words)
  const isNamed = ({ name }: { name: string }) => words !== '' && fold(name).includes(wanted)
  const issues = (isWanted ? found.slice(0, MOST) : []).map(
    (one): CommandEntry => ({
      id: one.id,
      group: 'Issues',
      label: one.name,
      lead: `${one.project__identifier}-${one.sequence_id}`,
      icon: <FoundSign found={one} />,
      aside: assigneeMark(one.id),
      // The server finds more than is written in the title.
      words: [words],
      run: open(addressOf(one)),
    }),
  )
  const saved = views
    .filter(isNamed)
    .slice(0, MOST)
    .map(
      (one): CommandEntry => ({
        id: one.id,
        group: 'Views',
        label: one.name,
        icon: <ViewMark view={one} />,
        aside: getRow('project', one.project)?.name,
        run: open(viewAddress(one)),
      }),
    )
  const texts = pages
    .filter(isNamed)
    .slice(0, MOST)
    .map(
      (page): CommandEntry => ({
        id: page.id,
        group: 'Pages',
        label: page.name,
        icon: <PageMark page={page} />,
        aside: getRow('project', page.project_id)?.name,
        run: open(pageAddress(page)),
      }),
    )
  const verbs = meant ? issueCommands({ ...meant, go: href => void go(href) }) : []
  const shown = new Set([...issues, ...saved, ...texts].map(({ id }) => id))
  const hits = useSearchCommands(words, shown, open)
  const standing = [...verbs, ...issues, ...view, ...places, ...saved, ...texts, ...hits]
  const again = words
    ? []
    : recent.flatMap(id => {
        const one = standing.find(command => command.id === id)
        return one ? [{ ...one, id: `again-${id}`, group: 'Recent', typed: false }] : []
      })
  const isAgain = new Set(again.map(one => one.id.replace(/^again-/, '')))
  return (
    <CommandMenu
      open
      onOpenChange={next => next || onClose()}
      query={query}
      onQuery={setQuery}
      busy={isWanted && status === 'loading'}
      {...(chip ? { subject: chip } : {})}
      reach={hits.length > 0 ? 'Everywhere' : undefined}
      commands={noted([...again, ...standing.filter(one => !isAgain.has(one.id))])}
    />
  )
}

/** Each says that it was run, so that it comes first the next time. */
const noted = (commands: readonly CommandEntry[]): CommandEntry[] =>
  commands.map(command => ({
    ...command,
    run: place => {
      noteCommand(command.id.replace(/^again-/, ''))
      command.run(place)
    },
  }))
