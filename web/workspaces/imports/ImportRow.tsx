import { useState } from 'react'
import { Link } from 'react-router'
import type { Import } from '#contract/workspace/imports.ts'
import { useRow } from '../../data/rows.ts'
import { to } from '../../places/address.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { dayText, shortDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { counted, inFigures, isUnderWay, nounOf, sourceOf } from './importWords.ts'
import { SourceIcon } from './SourceIcon.tsx'
import { UndoQuestion } from './UndoQuestion.tsx'
import { importActs, useImportJob } from './useImports.ts'

const day = (moment: string) => shortDay(dayText(new Date(moment)))

export const Meter = ({ done, total }: { done: number; total: number }) => (
  <span
    role="progressbar"
    aria-label="Progress"
    aria-valuemin={0}
    aria-valuemax={total}
    aria-valuenow={done}
    className="h-1 w-24 flex-none overflow-hidden rounded-full bg-press"
  >
    <span
      className="block h-full rounded-full bg-accent"
      style={{ width: `${total > 0 ? (100 * done) / total : 0}%` }}
    />
  </span>
)

/** What an import has come to. */
const Outcome = ({ row, slug }: { row: Import; slug: string }) => {
  const job = useImportJob(slug, row)
  const who = useRow('user', row.undone_by)
  if (isUnderWay(row)) {
    const at = job?.phases.find(({ done, total }) => done < total) ?? job?.phases.at(-1)
    return at ? (
      <>
        <Meter done={at.done} total={at.total} />
        <span className="num">
          {inFigures(at.done)} of {inFigures(at.total)}
        </span>
      </>
    ) : (
      <span>Under way</span>
    )
  }
  if (row.state === 'failed')
    return (
      <span className="flex min-w-0 items-center gap-1.5 text-danger">
        <Icon name="triangle-alert" size={14} className="flex-none" />
        <span className="cut">Nothing imported: {row.said ?? 'the reason is not known'}</span>
      </span>
    )
  if (row.state === 'undone')
    return (
      <span className="cut">
        {counted(row.new_count, ...nounOf(row.source))}, undone{who && ` by ${who.display_name}`}
        {row.undone_at && ` on ${day(row.undone_at)}`}
      </span>
    )
  if (row.state === 'done' || row.state === 'stopped')
    return (
      <span className="num cut">
        {row.state === 'stopped' && 'Stopped, '}
        {counted(row.new_count, ...nounOf(row.source))}
        {row.skipped_count > 0 && `, ${inFigures(row.skipped_count)} skipped`}
        {row.undo_until && row.undo_until > new Date().toISOString() && `, until ${day(row.undo_until)}`}
      </span>
    )
  return <span>{row.state === 'new' ? 'Its file was not sent' : 'Not imported yet'}</span>
}

/** One import of the list, and its one action. */
export const ImportRow = ({ row, slug }: { row: Import; slug: string }) => {
  const owner = useRow('user', row.owner)
  const [isAsking, setAsking] = useState(false)
  const { stop } = importActs(slug, row.id)
  const mayUndo =
    (row.state === 'done' || row.state === 'stopped') &&
    row.undo_until !== null &&
    row.undo_until > new Date().toISOString()
  return (
    <li className="grid min-h-9 grid-cols-[16px_minmax(0,1fr)_264px_52px_20px_104px] items-center gap-x-3 rounded-control px-2 hover:bg-hover max-md:grid-cols-[16px_minmax(0,1fr)_auto] max-md:py-1.5">
      <SourceIcon source={row.source} className="text-ink-2" />
      <Link
        to={to('import', { slug, importId: row.id })}
        className="flex min-w-0 items-center gap-2 max-md:min-h-8"
      >
        <span className="cut font-medium">{row.name || sourceOf(row.source).name}</span>
        <span className="flex-none text-12 text-ink-3">
          {sourceOf(row.source).short ?? sourceOf(row.source).name}
        </span>
      </Link>
      <span className="flex min-w-0 items-center gap-2 text-12 text-ink-2 max-md:col-start-2 max-md:row-start-2">
        <Outcome row={row} slug={slug} />
      </span>
      <span className="num text-12 text-ink-3 max-md:hidden">{day(row.created_at)}</span>
      <span className="max-md:hidden">{owner && <Avatar person={owner} size={20} />}</span>
      <span className="justify-self-end max-md:col-start-3 max-md:row-span-2 max-md:row-start-1">
        {isUnderWay(row) ? (
          <Button onClick={() => void stop(false)} className="max-md:h-11">
            Stop
          </Button>
        ) : mayUndo ? (
          <Button icon="undo-2" onClick={() => setAsking(true)} className="max-md:h-11">
            Undo…
          </Button>
        ) : (
          <Link
            to={to('import', { slug, importId: row.id })}
            className="flex h-7 items-center rounded-control px-2 text-ink-2 hover:bg-press max-md:h-11"
          >
            {row.state === 'matching' || row.state === 'checked' ? 'Continue' : 'Details'}
          </Link>
        )}
      </span>
      {isAsking && <UndoQuestion slug={slug} row={row} onClose={() => setAsking(false)} />}
    </li>
  )
}
