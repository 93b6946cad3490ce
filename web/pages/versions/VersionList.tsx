import { useState } from 'react'
import type { Page } from '#contract/text/pages.ts'
import type { PageVersion } from '#contract/text/pageVersions.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { momentText } from '../../ui/dates/day-words.ts'
import { AvatarStack } from '../../ui/marks/Avatar.tsx'
import { nameVersion } from './versionCalls.ts'

type VersionListProps = {
  page: Page
  versions: readonly PageVersion[]
  at: number
  mayWrite: boolean
  onChoose: (id: string) => void
  onNamed: () => void
}

/** The newest first: time and authors. */
export const VersionList = ({ versions, at, onChoose, ...rest }: VersionListProps) => (
  <ul className="flex flex-col gap-px">
    {versions.length === 0 && (
      <li className="rounded-control bg-press px-2 py-1.5">
        <span className="font-medium">Current version</span>
        <span className="block text-12 text-ink-2">
          Earlier versions appear here once something has changed.
        </span>
      </li>
    )}
    {versions.map((version, index) => (
      <Line
        key={version.id}
        version={version}
        isCurrent={index === 0}
        isChosen={index === at}
        onChoose={() => onChoose(index === 0 ? 'current' : version.id)}
        {...rest}
      />
    ))}
  </ul>
)

type LineProps = Pick<VersionListProps, 'page' | 'mayWrite' | 'onNamed'> & {
  version: PageVersion
  isCurrent: boolean
  isChosen: boolean
  onChoose: () => void
}

const Line = ({ page, version, isCurrent, isChosen, mayWrite, onChoose, onNamed }: LineProps) => {
  const people = useRowsOf('user', version.editors)
  const [name, setName] = useState<string | null>(null)
  const moment = momentText(version.last_saved_at)
  const save = async () => {
    if (name === null) return
    setName(null)
    if (name.trim() !== (version.name ?? '') && (await nameVersion(page, version, name))) onNamed()
  }
  if (name !== null)
    return (
      <li className="p-1">
        <TextInput
          height="control"
          autoFocus
          aria-label="Version name"
          placeholder="Version name"
          maxLength={255}
          value={name}
          onChange={event => setName(event.target.value)}
          onBlur={() => void save()}
          onKeyDown={event => {
            if (event.key === 'Enter') void save()
            else if (event.key === 'Escape') setName(null)
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
      </li>
    )
  return (
    <li
      className={classes('group relative rounded-control', isChosen ? 'bg-press' : 'hover:bg-hover')}
      data-version={version.id}
    >
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={onChoose}
        className="flex w-full flex-col gap-1 rounded-control px-2 py-1.5 text-left"
      >
        <span className="cut w-full pr-6 font-medium">
          {version.name ?? (isCurrent ? 'Current version' : moment)}
        </span>
        <span
          className={classes(
            'num flex w-full items-center gap-1.5 text-12',
            isChosen ? 'text-ink-2' : 'text-ink-3',
          )}
        >
          <AvatarStack people={people} size={16} empty={<span />} />
          <span className="cut">
            {people.map(person => person.display_name).join(', ')}
            {(version.name || isCurrent) && ` · ${moment}`}
          </span>
        </span>
      </button>
      {mayWrite && (
        <IconButton
          icon="pencil"
          size="strip"
          tooltip={false}
          label={`Name the version of ${moment}`}
          onClick={() => setName(version.name ?? '')}
          className="absolute top-1 right-1 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100"
        />
      )}
    </li>
  )
}
