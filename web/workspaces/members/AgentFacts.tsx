import { type ReactNode, useState } from 'react'
import { reaches, type Scope, scopeNouns } from '#contract/people/scopes.ts'
import { type AgentAnswer, type AgentBounds, agentRoutes } from '#contract/workspace/agents.ts'
import { type BodyOf, call } from '../../data/client.ts'
import { useRow, useRows } from '../../data/rows.ts'
import { useForm } from '../../forms/useForm.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { dayText, shortDay, sinceText } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { type Grants, scopesOf } from '../settings/TokenScopes.tsx'
import { scopeWords } from '../settings/tokenWords.ts'
import { AgentSecretOnce, dayIn, TokenFields } from './AgentToken.tsx'
import { ProjectsPicker } from './ProjectsPicker.tsx'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid min-h-7 grid-cols-[132px_minmax(0,1fr)] items-center gap-x-2 max-md:grid-cols-1 max-md:py-1">
    <dt className="text-ink-3">{label}</dt>
    <dd className="flex min-w-0 flex-wrap items-center gap-x-2">{children}</dd>
  </div>
)

type AgentFactsProps = { slug: string; agent: AgentAnswer; act: (sent: Promise<unknown>) => void }

const InCharge = ({ agent, onPick }: { agent: AgentAnswer; onPick: (id: string) => void }) => {
  const owner = useRow('user', agent.owner)
  const members = new Set(useRows('workspace_member').flatMap(row => (row.is_active ? [row.member_id] : [])))
  const people = useRows('user').filter(person => members.has(person.id) && !person.is_bot)
  return (
    <Picker
      label="In charge"
      options={people.map(person => ({
        id: person.id,
        name: person.display_name,
        icon: <Avatar person={person} silent />,
      }))}
      value={[agent.owner]}
      onPick={([id]) => id && onPick(id)}
    >
      <Button className="-ml-2 text-ink!">
        <Avatar person={owner} silent />
        {owner?.display_name ?? 'Nobody'}
        <Icon name="chevron-down" size={12} className="text-ink-3" />
      </Button>
    </Picker>
  )
}

const GRANTS = [
  { id: 'none', label: 'None' },
  { id: 'read', label: 'Read' },
  { id: 'write', label: 'Write' },
] as const

const grantsOf = (scopes: readonly Scope[]): Grants =>
  Object.fromEntries(
    scopeNouns.map(noun => [
      noun,
      reaches({ scopes }, noun, 'write') ? 'write' : reaches({ scopes }, noun, 'read') ? 'read' : 'none',
    ]),
  ) as Grants

const bound = 'flex min-h-7 items-center gap-2 max-md:min-h-12 max-md:flex-wrap'

type ScopesProps = { scopes: readonly Scope[]; onChange: (scopes: readonly Scope[]) => void }

/** What an agent can do, noun by noun; the last one that it has cannot be taken here: for that it is switched off. */
const Scopes = ({ scopes, onChange }: ScopesProps) => {
  const grants = grantsOf(scopes)
  return (
    <div className="mt-2 grid grid-cols-[132px_minmax(0,1fr)] gap-x-2 max-md:grid-cols-1">
      <dt className="pt-1 text-ink-3">What it can do</dt>
      <dd>
        {scopeNouns.map(noun => (
          <div key={noun} className={bound}>
            <span className="flex-none">{scopeWords[noun].label}</span>
            <span className="cut text-12 text-ink-3 max-md:hidden">{scopeWords[noun].detail}</span>
            <Segmented
              label={scopeWords[noun].label}
              className="ml-auto"
              parts={GRANTS}
              value={grants[noun]}
              onChange={grant => {
                const next = scopesOf({ ...grants, [noun]: grant })
                if (next.length > 0) onChange(next)
              }}
            />
          </div>
        ))}
      </dd>
    </div>
  )
}

const REACHES = [
  { id: 'delegated', label: 'Delegated to it' },
  { id: 'all', label: 'All in its projects' },
] as const
const TEXTS = [
  { id: 'read', label: 'Reads' },
  { id: 'write', label: 'Writes' },
] as const

type BoundsProps = { agent: AgentAnswer; onChange: (bounds: Partial<AgentBounds>) => void }

/** How far it may go with what it can do. */
const Bounds = ({ agent, onChange }: BoundsProps) => (
  <div className="mt-3 grid grid-cols-[132px_minmax(0,1fr)] gap-x-2 max-md:grid-cols-1">
    <dt className="pt-1 text-ink-3">What it may touch</dt>
    <dd>
      <div className={bound}>
        <span>Issues it may change</span>
        <Segmented
          label="Issues it may change"
          className="ml-auto"
          parts={REACHES}
          value={agent.reach}
          onChange={reach => onChange({ reach })}
        />
      </div>
      <div className={bound}>
        <span>Texts</span>
        <span className="cut text-12 text-ink-3 max-md:hidden">descriptions and pages</span>
        <Segmented
          label="Texts"
          className="ml-auto"
          parts={TEXTS}
          value={agent.writes_texts ? 'write' : 'read'}
          onChange={next => onChange({ writes_texts: next === 'write' })}
        />
      </div>
      <div className={bound}>
        <span className="flex-1">Close an issue</span>
        <Switch
          checked={agent.closes_issues}
          label="Close an issue"
          onChange={closes_issues => onChange({ closes_issues })}
        />
      </div>
    </dd>
  </div>
)

const tokenWords = ({ token }: AgentAnswer): string => {
  if (!token) return ''
  const used = token.last_used ? `used ${sinceText(token.last_used)}` : 'not used yet'
  const until = token.expired_at ? `, until ${shortDay(dayText(new Date(token.expired_at)), true)}` : ''
  return `${used}${until}`
}

/** Everything of one agent, each fact changed in its place. */
export const AgentFacts = ({ slug, agent, act }: AgentFactsProps) => {
  const [asked, setAsked] = useState<'token' | 'remove' | null>(null)
  const params = { ws: slug, agentId: agent.id }
  const change = (body: BodyOf<typeof agentRoutes.update>) => act(call(agentRoutes.update, { params, body }))
  return (
    <section aria-label={agent.name} className="rounded-b-control bg-sunken pr-4 pl-8 pt-1 pb-3 max-md:px-3">
      <dl>
        <Fact label="In charge">
          <InCharge agent={agent} onPick={owner => change({ owner })} />
          <span className="text-12 text-ink-3">gets its questions, and answers for what it does</span>
        </Fact>
        <Fact label="Token">
          {agent.token ? (
            <>
              Ends in{' '}
              <code className="rounded-tag bg-press px-1 font-mono text-12">{agent.token.ending}</code>
              <span className="text-12 text-ink-3">{tokenWords(agent)}</span>
            </>
          ) : (
            <span className="text-ink-3">None</span>
          )}
          <span className="flex-1" />
          <Button size="small" className="-mr-2" onClick={() => setAsked('token')}>
            New token…
          </Button>
        </Fact>
        <Fact label="Projects">
          <ProjectsPicker
            value={agent.projects}
            className="-ml-2 text-ink!"
            onPick={projects => change({ projects: [...projects] })}
          />
        </Fact>
        {agent.token && (
          <Scopes scopes={agent.token.scopes} onChange={scopes => change({ scopes: [...scopes] })} />
        )}
        <Bounds agent={agent} onChange={change} />
        <Fact label="Last 7 days">
          <span className="num">{agent.sessions === 1 ? '1 session' : `${agent.sessions} sessions`}</span>
          {agent.questions > 0 && (
            <span className="num ml-2">
              {agent.questions === 1 ? '1 answered question' : `${agent.questions} answered questions`}
            </span>
          )}
        </Fact>
      </dl>
      <div className="mt-2 flex items-center justify-end gap-2">
        <Button onClick={() => act(call(agentRoutes.stop, { params }))}>Stop current work</Button>
        <Button variant="danger" onClick={() => setAsked('remove')}>
          Remove…
        </Button>
      </div>
      {asked === 'token' && <RenewToken slug={slug} agent={agent} onClose={() => setAsked(null)} />}
      {asked === 'remove' && (
        <Dialog
          open
          onOpenChange={open => !open && setAsked(null)}
          title={`Remove ${agent.name}?`}
          text="Its token stops working at once, and what is delegated to it goes back to its people. What it did stays."
          actions={
            <Answers
              onCancel={() => setAsked(null)}
              variant="danger"
              onClick={() => {
                setAsked(null)
                act(call(agentRoutes.remove, { params }))
              }}
            >
              Remove
            </Answers>
          }
        />
      )}
    </section>
  )
}

const RenewToken = ({ slug, agent, onClose }: { slug: string; agent: AgentAnswer; onClose: () => void }) => {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm(agentRoutes.renew, {
    params: { ws: slug, agentId: agent.id },
    begin: () => ({ expired_at: dayIn('quarter'), is_read_only: agent.token?.is_read_only ?? false }),
    onDone: ({ secret }) => setSecret(secret),
  })
  if (secret) return <AgentSecretOnce name={agent.name} secret={secret} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={`New token for ${agent.name}`}
      text="The one that it has stops working at once."
      actions={
        <Answers onCancel={onClose} keys="mod+enter" busy={form.isBusy} onClick={form.submit}>
          Create token
        </Answers>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        <TokenFields
          values={form.values}
          error={form.errors.expired_at ?? form.general}
          onChange={form.set}
        />
      </form>
    </Dialog>
  )
}
