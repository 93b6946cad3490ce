import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { authRoutes, type Session } from '#contract/people/auth.ts'
import { call } from '../../data/client.ts'
import { SettingsSection } from '../../settings/SettingsScreen.tsx'
import { saving } from '../../settings/saving.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { sinceText } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Banner } from '../../ui/marks/Banner.tsx'
import { RowsSkeleton } from '../../ui/marks/Skeleton.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { browserName } from './browserName.ts'

type SessionRow = z.infer<typeof Session>

const readSessions = () =>
  call(authRoutes.sessions).then(
    // The one that is looked from is first, the others as they were used.
    ({ body }) => body.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)),
    () => 'failed' as const,
  )

/** `changes`: how often something else has ended some of them. */
const useSessions = (changes: number) => {
  const [rows, setRows] = useState<SessionRow[] | 'failed' | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each
  useEffect(() => void readSessions().then(setRows), [changes])
  const read = () => void readSessions().then(setRows)
  const end = async (sent: Promise<unknown>, refusal: string) => {
    await saving(sent).catch(() => toast.failure(refusal))
    read()
  }
  return { rows, read, end }
}

const DEVICES = { phone: 'smartphone', tablet: 'tablet', desk: 'monitor' } as const

const Row = ({ row, onEnd }: { row: SessionRow; onEnd: () => void }) => (
  <li className="group/session -mx-2 grid h-9 grid-cols-[minmax(0,1fr)_148px_96px_80px] items-center gap-3 rounded-control px-2 hover:bg-hover max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_auto] max-md:py-2">
    <span className="flex min-w-0 items-center gap-3">
      <Icon name={DEVICES[browserName(row.user_agent).kind]} className="flex-none text-ink-3" />
      <span className="cut">{browserName(row.user_agent).name}</span>
      {row.is_current && (
        <span className="flex h-4.5 flex-none items-center rounded-tag bg-press px-1.5 font-medium text-11">
          This one
        </span>
      )}
    </span>
    <span className="contents max-md:col-start-1 max-md:row-start-2 max-md:flex max-md:gap-3 max-md:pl-7">
      <span className="num cut text-12 text-ink-3">{row.ip_address}</span>
      <span className="num text-12 text-ink-3 first-letter:uppercase">
        {row.is_current ? 'Now' : sinceText(row.last_used_at)}
      </span>
    </span>
    <span className="flex justify-end max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
      {!row.is_current && (
        <Button
          onClick={onEnd}
          aria-label={`Sign out ${browserName(row.user_agent).name}`}
          className="opacity-0 focus-visible:opacity-100 group-focus-within/session:opacity-100 group-hover/session:opacity-100 max-md:opacity-100 pointer-coarse:opacity-100"
        >
          Sign out
        </Button>
      )}
    </span>
  </li>
)

/** Where a person is signed in. */
export const Sessions = ({ changes }: { changes: number }) => {
  const { rows, read, end } = useSessions(changes)
  const others = Array.isArray(rows) ? rows.filter(row => !row.is_current) : []
  return (
    <SettingsSection
      title="Sessions"
      {...(Array.isArray(rows) && { count: rows.length })}
      text="A session ends on its own when it has not been used for a while."
      controls={
        others.length > 0 && (
          <Button
            onClick={() =>
              void end(call(authRoutes.endOtherSessions), 'The other sessions could not be ended.')
            }
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      {rows === 'failed' ? (
        <Banner tone="danger" action={<Button onClick={read}>Try again</Button>}>
          The sessions could not be read.
        </Banner>
      ) : rows === null ? (
        <RowsSkeleton rows={3} />
      ) : (
        <ul aria-label="Sessions">
          {rows.map(row => (
            <Row
              key={row.id}
              row={row}
              onEnd={() =>
                void end(
                  call(authRoutes.endSession, { params: { sessionId: row.id } }),
                  'The session could not be ended.',
                )
              }
            />
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}
