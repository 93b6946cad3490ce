import { type ReactNode, useEffect, useMemo } from 'react'
import { SNOOZED } from '#contract/work/intakeStatus.ts'
import { useClock } from '../data/clock.ts'
import { ListFailed } from '../issues/list/ListStates.tsx'
import type { Narrowing } from '../shell/list/filters.ts'
import { ListChips } from '../shell/list/ListFilters.tsx'
import { useLongRows } from '../shell/list/longRows.ts'
import { RowActsOf, type Select } from '../shell/list/rowActs.ts'
import { useOverscan } from '../ui/behind.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { Icon } from '../ui/icons.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { KeyBar } from '../ui/marks/KeyBar.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import { useNarrow } from '../ui/viewport.ts'
import { IntakeFilters } from './IntakeFilters.tsx'
import type { IntakeList, Tab } from './intakeList.ts'
import { RequestRow } from './RequestRow.tsx'
import type { Intake } from './useIntake.ts'
import { wakeText } from './wakeText.ts'

type ListPaneProps = {
  list: IntakeList
  narrowing: Narrowing<never>
  intake: Intake
  /** How many wait, and how many are decided; null while that is not known. */
  open: number
  closed: number | null
  at: string | null
  chosen: readonly string[]
  onOpen: (id: string) => void
  onSelect: Select
  /** In place of the hints: the actions on the selection. */
  bulk: ReactNode
}

const Loading = () => (
  <div className="flex flex-col gap-4 px-4 pt-2" role="status" aria-label="Loading">
    {[0, 1, 2].map(at => (
      <div key={at} className="flex flex-col gap-2">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-3 w-32" />
      </div>
    ))}
  </div>
)

const Strip = ({ list, intake, narrowing }: Pick<ListPaneProps, 'list' | 'intake' | 'narrowing'>) => {
  const { today } = useClock()
  const isAsleep = list.statuses.join() === String(SNOOZED)
  const asleep = intake.others.filter(row => row.status === SNOOZED && row.snoozed_till)
  const next = asleep.map(row => row.snoozed_till!).sort()[0]
  if (list.tab !== 'open' || (!isAsleep && asleep.length === 0)) return null
  return (
    <button
      type="button"
      onClick={() => narrowing.change({ status: isAsleep ? null : String(SNOOZED) })}
      className="mx-2 mb-1 flex h-9 flex-none items-center gap-2 rounded-control px-2 text-ink-2 hover:bg-hover"
    >
      <Icon name={isAsleep ? 'arrow-left' : 'clock'} className="text-ink-3" />
      {isAsleep ? 'Back to open requests' : 'Snoozed'}
      {!isAsleep && <Count value={asleep.length} />}
      <span className="flex-1" />
      {!isAsleep && next && <span className="text-12 text-ink-3">{wakeText(next, today)}</span>}
      {!isAsleep && <Icon name="chevron-right" size={12} className="text-ink-3" />}
    </button>
  )
}

/** The requests of a tab, with its filters above and its keys below. */
export const ListPane = (props: ListPaneProps) => {
  const { list, narrowing, intake, open, closed, at, chosen, onOpen, onSelect, bulk } = props
  const narrow = useNarrow()
  const { shown, status, loadMore } = intake
  const { list: rows, virtual } = useLongRows<HTMLDivElement>({
    ids: useMemo(() => shown.map(({ row }) => row.id), [shown]),
    height: narrow ? 96 : 76,
    overscan: useOverscan(),
  })
  const acts = useMemo(() => ({ onSelect, onMenu: () => {} }), [onSelect])
  const drawn = virtual.getVirtualItems()
  const last = drawn.at(-1)?.index ?? -1
  const isNearEnd = last >= shown.length - 4
  useEffect(() => {
    if (isNearEnd) loadMore()
  }, [isNearEnd, loadMore])
  const index = shown.findIndex(({ row }) => row.id === at)
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
  }, [index, virtual])
  const isFiltered = narrowing.count > 0
  const none = Object.fromEntries(narrowing.table.map(({ name }) => [name, null]))
  const counted = (words: string, count: number | null) => (count ? `${words} ${count}` : words)
  return (
    <section aria-label="Requests" className="relative flex min-h-0 min-w-0 flex-col">
      <div className="flex h-11 flex-none items-center gap-1 pr-3 pl-4">
        <Segmented<Tab>
          label="Which requests"
          className="text-12"
          parts={[
            { id: 'open', label: counted('Open', open) },
            { id: 'closed', label: counted('Closed', closed) },
          ]}
          value={list.tab}
          onChange={tab =>
            narrowing.change({
              ...none,
              status: null,
              order_by: null,
              order: null,
              currentTab: tab === 'closed' ? tab : null,
            })
          }
        />
        <span className="flex-1" />
        <IntakeFilters list={list} narrowing={narrowing} />
      </div>
      <ListChips narrowing={narrowing} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-bg pt-1">
        {status === 'loading' && <Loading />}
        {status === 'error' && <ListFailed error={intake.error} onRetry={intake.retry} />}
        {status === 'ready' && shown.length === 0 && (
          <div className="flex flex-col items-start gap-2 px-4 py-3 text-ink-2">
            {isFiltered
              ? 'No requests match the filters.'
              : list.tab === 'closed'
                ? 'Nothing has been decided yet.'
                : list.statuses.includes(SNOOZED)
                  ? 'Nothing is snoozed.'
                  : 'Nobody is waiting.'}
            {isFiltered && (
              <Button variant="neutral" onClick={narrowing.clear}>
                Clear filters
              </Button>
            )}
          </div>
        )}
        <RowActsOf value={acts}>
          <div ref={rows} data-rows className="relative" style={{ height: virtual.getTotalSize() }}>
            {drawn.map(({ index: nth, key, start }) => (
              <div
                key={key}
                data-index={nth}
                ref={virtual.measureElement}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <RequestRow
                  id={shown[nth]!.row.id}
                  on={shown[nth]!.row.id === at}
                  chosen={chosen.includes(shown[nth]!.row.id)}
                  now={intake.now}
                  onOpen={onOpen}
                />
              </div>
            ))}
          </div>
        </RowActsOf>
      </div>
      <Strip {...{ list, intake, narrowing }} />
      <KeyBar
        keys={[
          ['j k', 'Move'],
          ['x', 'Select'],
        ]}
        last={['mod+z', 'Undo']}
      />
      {bulk}
    </section>
  )
}
