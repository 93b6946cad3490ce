import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { instanceRoutes } from '#contract/workspace/instance.ts'
import { useSession } from '../data/session.ts'
import { latestOf } from '../data/visits.ts'
import { to } from '../places/address.ts'
import { useKeys } from '../shell/keyboard.ts'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Icon } from '../ui/icons.tsx'
import { Kbd } from '../ui/marks/Kbd.tsx'
import { RowsSkeleton } from '../ui/marks/Skeleton.tsx'
import { TandemMark } from '../ui/marks/TandemMark.tsx'
import { CallExample, CallWords } from './CallPage.tsx'
import { type Call, type Group, type Reference, readReference } from './description.ts'
import { guides } from './guides.tsx'
import { callWords, tagWords, titleOf } from './words.ts'

const ENTRY = 'flex h-7 items-center gap-1.5 rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-11'
const HERE = 'bg-press text-ink'

const useReference = () => {
  const [reference, setReference] = useState<Reference | null>(null)
  const [isFailed, setFailed] = useState(false)
  const load = () => {
    setFailed(false)
    readReference().then(setReference, () => setFailed(true))
  }
  useEffect(load, [])
  return { reference, isFailed, load }
}

const Entry = ({ call, at, whole }: { call: Call; at: string; whole?: boolean }) => (
  <Link
    to={{ search: `?at=${call.name}` }}
    aria-current={call.name === at ? 'page' : undefined}
    className={classes(ENTRY, call.name === at && HERE)}
  >
    <span className="cut">{whole ? titleOf(call) : callWords(call)}</span>
    <span className="ml-auto flex-none font-medium font-mono text-11 text-ink-2">{call.method}</span>
  </Link>
)

const GroupEntry = ({ group, at }: { group: Group; at: string }) => {
  const holdsIt = group.tags.some(({ calls }) => calls.some(call => call.name === at))
  const [isOpen, setOpen] = useState(holdsIt)
  useEffect(() => {
    if (holdsIt) setOpen(true)
  }, [holdsIt])
  const count = group.tags.reduce((sum, { calls }) => sum + calls.length, 0)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={classes(ENTRY, 'w-full text-left', holdsIt && 'font-medium text-ink')}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} className="text-ink-3" />
        <span className="cut">{group.name}</span>
        {!isOpen && <span className="num ml-auto text-12 text-ink-3">{count}</span>}
      </button>
      {isOpen && (
        <div className="mb-1 ml-3.5 border-line border-l pl-2">
          {group.tags.map(({ name, calls }, nth) => (
            <div key={name}>
              {nth > 0 && <p className="px-2 pt-2 pb-0.5 text-12 text-ink-3">{tagWords(name)}</p>}
              {calls.map(call => (
                <Entry key={call.name} call={call} at={at} />
              ))}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** The calls that have all of the words, those first whose title begins with them, then those with all of them in it. */
const findCalls = (reference: Reference | null, asked: readonly string[]): Call[] => {
  const rankOf = (call: Call) => {
    const title = titleOf(call).toLowerCase()
    if (title.startsWith(asked.join(' '))) return 0
    return asked.every(word => title.split(' ').some(one => one.startsWith(word))) ? 1 : 2
  }
  return [...(reference?.calls.values() ?? [])]
    .filter(call => {
      const text = `${titleOf(call)} ${call.name} ${call.summary} ${call.method} ${call.path}`.toLowerCase()
      return asked.every(word => text.includes(word))
    })
    .sort((a, b) => rankOf(a) - rankOf(b))
}

type NavigationProps = { reference: Reference | null; at: string; isFirst: boolean }

const Navigation = ({ reference, at, isFirst }: NavigationProps) => {
  const [words, setWords] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { me, workspaces } = useSession()
  const last = latestOf(workspaces)
  useKeys({ '/': { run: () => field.current?.focus(), label: 'Find a call' } })
  const asked = words.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const found = asked.length > 0 ? findCalls(reference, asked) : []
  const go = useNavigate()
  return (
    <nav
      aria-label="Reference"
      className={classes(
        'flex w-62 flex-none flex-col bg-sunken px-2 max-md:w-full',
        !isFirst && 'max-md:hidden',
      )}
    >
      <div className="flex h-11 flex-none items-center gap-2 px-2 font-semibold">
        <TandemMark size={20} /> Tandem API
      </div>
      <span className="relative mb-2 block flex-none text-ink-3">
        <Icon name="search" size={14} className="pointer-events-none absolute top-2 left-2 max-md:top-3.5" />
        <input
          ref={field}
          type="search"
          aria-label="Find a call"
          placeholder="Find a call"
          value={words}
          onChange={event => setWords(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && found[0]) void go({ search: `?at=${found[0].name}` })
          }}
          className="h-8 w-full rounded-control bg-raised pr-2 pl-7 text-ink shadow-[inset_0_0_0_1px_var(--line-strong)] [&::-webkit-search-cancel-button]:hidden placeholder:text-ink-3 focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-1 max-md:h-11"
        />
        {!words && <Kbd keys="/" className="pointer-events-none absolute top-[7px] right-2 max-md:hidden" />}
      </span>
      <div className="min-h-0 flex-1 overflow-y-auto bg-sunken pb-4">
        {asked.length > 0 ? (
          <>
            {found.map(call => (
              <Entry key={call.name} call={call} at={at} whole />
            ))}
            {found.length === 0 && <p className="px-2 py-1 text-ink-3">No call has these words.</p>}
          </>
        ) : (
          <>
            {guides.map(({ id, name }) => (
              <Link
                key={id}
                to={{ search: `?at=${id}` }}
                aria-current={id === at ? 'page' : undefined}
                className={classes(ENTRY, id === at && HERE)}
              >
                {name}
              </Link>
            ))}
            <p className="px-2 pt-4 pb-1 text-12 text-ink-3">Resources</p>
            {reference?.groups.map(group => (
              <GroupEntry key={group.name} group={group} at={at} />
            ))}
          </>
        )}
      </div>
      {me && last && (
        <Link to={to('home', { slug: last.slug })} className={classes(ENTRY, 'mb-2 flex-none')}>
          <Icon name="arrow-left" className="text-ink-3" /> Back to {last.name}
        </Link>
      )}
    </nav>
  )
}

/** The reference of the API: its guides, and each call with its words, an example and the call itself. */
export const ReferenceScreen = () => {
  const [address] = useSearchParams()
  const { reference, isFailed, load } = useReference()
  const { me, workspaces } = useSession()
  const last = latestOf(workspaces)
  const asked = address.get('at')
  const at = asked ?? 'start'
  const call = reference?.calls.get(at) ?? null
  const guide = guides.find(({ id }) => id === at) ?? (reference && !call ? guides[0] : undefined)
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another call is read from its beginning
  useEffect(() => {
    body.current?.scrollTo(0, 0)
  }, [at])
  const group = reference?.groups.find(one => one.tags.some(tag => tag.calls.some(({ name }) => name === at)))
  return (
    <div className="flex h-dvh">
      <Navigation reference={reference} at={at} isFirst={asked === null} />
      <div className={classes('flex min-w-0 flex-1 flex-col', asked === null && 'max-md:hidden')}>
        <div ref={body} className="flex min-h-0 flex-1 overflow-y-auto bg-bg max-xl:flex-col">
          <main className="min-w-0 flex-1 bg-bg pb-16">
            <header className="sticky top-0 z-1 flex h-11 items-center gap-1.5 bg-bg pr-3 pl-8 text-ink-2 max-md:pl-1">
              <IconButtonLink />
              <span className="cut">{group?.name ?? 'Guides'}</span>
              <Icon name="chevron-right" size={12} className="text-ink-3" />
              <h1 className="cut font-medium text-ink">{call ? callWords(call) : guide?.name}</h1>
              <span className="flex-1" />
              {me && last && (
                <Link to={to('apiTokens', { slug: last.slug })} className={classes(ENTRY, 'flex-none')}>
                  <Icon name="key-round" className="text-ink-3" />
                  <span className="max-md:sr-only">Get a token</span>
                </Link>
              )}
              <a
                href={instanceRoutes.openapi.path}
                download="openapi.json"
                className={classes(ENTRY, 'flex-none')}
              >
                <Icon name="download" className="text-ink-3" />
                <span className="max-md:sr-only">OpenAPI</span>
              </a>
            </header>
            <div className="px-8 pt-2 max-md:px-4">
              {isFailed && (
                <p role="alert" className="flex items-center gap-2">
                  The description did not arrive. <Button onClick={load}>Try again</Button>
                </p>
              )}
              {!reference && !isFailed && <RowsSkeleton rows={8} />}
              {reference && call && <CallWords key={at} call={call} schemas={reference.schemas} />}
              {reference && guide && (
                <article>
                  <h2 className="font-semibold text-[26px] leading-[34px] tracking-tight max-md:text-20">
                    {guide.name}
                  </h2>
                  <guide.Body calls={reference.calls} />
                </article>
              )}
            </div>
          </main>
          {call && reference && (
            <aside
              aria-label="Example"
              className="w-120 flex-none self-stretch bg-sunken px-4 pb-8 shadow-[inset_1px_0_0_var(--edge)] max-xl:w-full"
            >
              <CallExample key={at} call={call} reference={reference} />
            </aside>
          )}
        </div>
      </div>
    </div>
  )
}

/** On a phone the calls are the first screen, and a call the second. */
const IconButtonLink = () => {
  const [, setAddress] = useSearchParams()
  return (
    <IconButton
      icon="arrow-left"
      size="touch"
      label="All calls"
      className="md:hidden"
      onClick={() => setAddress({})}
    />
  )
}
