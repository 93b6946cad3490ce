import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import { type AgentAnswer, agentRoutes } from '#contract/workspace/agents.ts'
import { call } from '../../data/client.ts'
import { projectLook } from '../../data/projectLook.ts'
import { useRow, useRows } from '../../data/rows.ts'
import { may, useHere } from '../../data/viewer.ts'
import { SettingsSection } from '../../settings/SettingsScreen.tsx'
import { saving } from '../../settings/saving.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { sinceText } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { AgentFacts } from './AgentFacts.tsx'
import { AGENTS_GRID } from './grids.ts'
import { NewAgent } from './NewAgent.tsx'

/** What only admins are notified of agents: read when the screen opens, and again when one of them changes. */
const useAgentFacts = (slug: string, isAdmin: boolean, version: string) => {
  const [facts, setFacts] = useState<ReadonlyMap<string, AgentAnswer>>(new Map())
  const load = useCallback(async () => {
    if (!isAdmin) return
    try {
      const { body } = await call(agentRoutes.list, { params: { ws: slug } })
      setFacts(new Map(body.map(one => [one.id, one])))
    } catch {
      // Then these columns stay empty; the rest of the screen is without them.
    }
  }, [slug, isAdmin])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when an agent changes
  useEffect(() => {
    void load()
  }, [load, version])
  return { facts, load }
}

const SHOWN = 3

type AgentRowProps = {
  id: string
  facts: AgentAnswer | undefined
  isAdmin: boolean
  open: boolean
  onOpen: () => void
  onSwitch: (on: boolean) => void
}

const AgentRow = ({ id, facts, isAdmin, open, onOpen, onSwitch }: AgentRowProps) => {
  const agent = useRow('agent', id)
  const face = useRow('user', id)
  const owner = useRow('user', agent?.owner)
  const projects = useRows('project').filter(one => facts?.projects.includes(one.id))
  if (!agent || !face) return null
  const name = (
    <>
      <Avatar person={face} silent />
      <span className="flex min-w-0 items-center gap-2 max-md:block">
        <span className={classes('cut flex-none max-w-full', open && 'font-medium')}>
          {face.display_name}
        </span>
        <span className="cut text-12 text-ink-3 max-md:block">{agent.description}</span>
      </span>
    </>
  )
  return (
    <div
      className={classes(
        AGENTS_GRID,
        'min-h-9 hover:bg-hover max-md:min-h-14',
        open ? 'rounded-t-control bg-sunken' : 'rounded-control',
        !agent.is_active && 'text-ink-3',
      )}
    >
      {isAdmin ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={onOpen}
          className="col-span-2 flex min-h-9 min-w-0 items-center gap-2 text-left max-md:col-span-1 max-md:gap-3"
        >
          <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} className="flex-none text-ink-3" />
          {name}
        </button>
      ) : (
        <span className="col-span-2 flex min-w-0 items-center gap-2 max-md:col-span-1 max-md:gap-3">
          {name}
        </span>
      )}
      <span className="flex min-w-0 items-center gap-2 max-md:hidden">
        <Avatar person={owner} silent />
        <span className="cut">{owner ? owner.first_name || owner.display_name : 'Nobody'}</span>
      </span>
      <span className="flex items-center gap-1 max-md:hidden">
        {projects.slice(0, SHOWN).map(project => (
          <ProjectTile key={project.id} project={projectLook(project)} />
        ))}
        {projects.length > SHOWN && (
          <span className="num text-12 text-ink-3">+{projects.length - SHOWN}</span>
        )}
      </span>
      <span className="num text-12 text-ink-3 first-letter:uppercase max-md:hidden">
        {facts && (facts.token?.last_used ? sinceText(facts.token.last_used) : 'Never')}
      </span>
      {isAdmin ? (
        <Switch checked={agent.is_active} onChange={onSwitch} label={face.display_name} />
      ) : (
        <span />
      )}
    </div>
  )
}

/** Programs that are members, beside the people. */
export const Agents = ({ slug }: { slug: string }) => {
  const { workspaceId } = useHere()
  const isAdmin = may('agent.manage', {}, { workspace: workspaceId })
  const rows = useRows('agent').toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  const version = rows.map(row => `${row.id} ${row.revision}`).join()
  const { facts, load } = useAgentFacts(slug, isAdmin, version)
  const [opened, setOpened] = useState<string | null>(null)
  const [isNew, setNew] = useState(false)
  if (rows.length === 0 && !isAdmin) return null
  const act = (sent: Promise<unknown>) =>
    void saving(sent).then(load, failure => toast.failure(messageOf(failure)))
  return (
    <SettingsSection
      title="Agents"
      count={rows.length}
      text="Programs with a token of their own, and never more rights than the person in charge."
      controls={
        isAdmin && (
          <Button icon="plus" className="-mr-2 max-md:h-11" onClick={() => setNew(true)}>
            Add agent
          </Button>
        )
      }
    >
      {rows.length > 0 && (
        <div aria-hidden="true" className={`${AGENTS_GRID} -mx-2 h-7 text-12 text-ink-3 max-md:hidden`}>
          <span className="col-span-2 pl-6">Name</span>
          <span>In charge</span>
          <span>Projects</span>
          <span>Last active</span>
        </div>
      )}
      <ul className="-mx-2">
        {rows.map(row => {
          const known = facts.get(row.id)
          const isOpen = opened === row.id && known !== undefined
          return (
            <li key={row.id}>
              <AgentRow
                id={row.id}
                facts={known}
                isAdmin={isAdmin}
                open={isOpen}
                onOpen={() => setOpened(isOpen ? null : row.id)}
                onSwitch={is_active =>
                  act(
                    call(agentRoutes.update, { params: { ws: slug, agentId: row.id }, body: { is_active } }),
                  )
                }
              />
              {isOpen && <AgentFacts slug={slug} agent={known} act={act} />}
            </li>
          )
        })}
      </ul>
      {isNew && <NewAgent slug={slug} onMade={() => void load()} onClose={() => setNew(false)} />}
    </SettingsSection>
  )
}
