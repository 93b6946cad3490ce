import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ISSUE, type NamedAttributes, PAGE, projectOf } from '#document'
import { useRow } from '../../data/rows.ts'
import { here, viewer } from '../../data/viewer.ts'
import { addressOf, keyOf } from '../../issues/acts/issueAddress.ts'
import { useLoadedIssue } from '../../issues/acts/useLoadedIssue.ts'
import { StateSign } from '../../issues/fields/StateSign.tsx'
import { to } from '../../places/address.ts'
import { classes } from '../../ui/classes.ts'
import { PageMark } from '../PageMark.tsx'
import { pageAddress } from '../pageNames.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** A person, an issue or a page that a text names: as it is now, not as it was when it was written. */
export const Mention = ({ named }: { named: NamedAttributes }) => {
  const [id, words] = [text(named('entity_identifier')), text(named('label'))]
  const project = projectOf(text(named('redirect_uri')))
  const kind = named('entity_name')
  if (kind === ISSUE) return <IssueChip id={id} words={words} />
  if (kind === PAGE) return <PageChip id={id} words={words} project={project} />
  return <PersonChip id={id} words={words} />
}

type ChipProps = { to: string | null; className?: string; children: ReactNode }

const Chip = ({ to, className, children }: ChipProps) =>
  to ? (
    <Link to={to} draggable={false} className={classes('mention', className)}>
      {children}
    </Link>
  ) : (
    <span className={classes('mention', className)}>{children}</span>
  )

const PersonChip = ({ id, words }: { id: string; words: string }) => {
  const person = useRow('user', id)
  return (
    <Chip
      to={person && to('person', { slug: here().slug, personId: id })}
      className={id === viewer()?.id ? 'mention-me' : undefined}
    >
      @{person?.display_name ?? words}
    </Chip>
  )
}

type Named = { id: string; words: string }

const IssueChip = ({ id, words }: Named) => {
  const { issue } = useLoadedIssue(id)
  // Without sight of it only its key is reported, as it was written.
  if (!issue) return <Chip to={null}>{words || 'An issue'}</Chip>
  const isOver = issue.state__group === 'completed' || issue.state__group === 'cancelled'
  return (
    <Chip to={addressOf(issue)} className="mention-thing">
      <StateSign issue={issue} /> <span className="num text-ink-2">{keyOf(issue)}</span>{' '}
      <span className={isOver ? 'text-ink-2 line-through' : undefined}>{issue.name}</span>
    </Chip>
  )
}

const PageChip = ({ id, words, project }: Named & { project: string }) => {
  const page = useRow('page', id)
  if (!page) return <Chip to={null}>{words || 'A page'}</Chip>
  return (
    <Chip to={pageAddress({ id, project_id: page.project_id || project })} className="mention-thing">
      <PageMark page={page} size={14} className="text-ink-2" /> <span>{page.name || 'Untitled'}</span>
    </Chip>
  )
}
