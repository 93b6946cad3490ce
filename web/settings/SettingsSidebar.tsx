import { type ReactNode, useState } from 'react'
import { Link, NavLink } from 'react-router'
import type { RowTypes } from '../data/entities.ts'
import { useJoinedProjects } from '../data/me.ts'
import { projectLook } from '../data/projectLook.ts'
import { useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { useMay } from '../data/viewer.ts'
import { usePlace } from '../places/address.ts'
import { type Offer, placesIn, type Standpoint } from '../places/offers.ts'
import { Icon } from '../ui/icons.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { themeNames, useTheme } from '../ui/theme.ts'
import { SettingsGroup, SettingsNavigation } from './SettingsNavigation.tsx'
import { useWayBack, useWorkspaceHere } from './settingsOwner.tsx'
import { WorkspaceHeading } from './WorkspaceHeading.tsx'

const row =
  'flex h-7 items-center gap-2 rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-11 max-md:text-15 max-md:text-ink [&.active]:bg-press [&.active]:font-medium [&.active]:text-ink [&>svg]:text-ink-3 [&.active>svg]:text-ink-2'

type RowProps = {
  offer: Offer
  count?: number | undefined
  /** Told where there is room beside it: what it is set to. */
  aside?: string
  plain?: boolean
}

const Row = ({ offer, count, aside, plain }: RowProps) => (
  <li>
    <NavLink to={offer.href} end={offer.exact ?? false} className={row}>
      {!plain && offer.icon && <Icon name={offer.icon} />}
      <span className="cut flex-1">{offer.label}</span>
      {aside && <span className="cut max-w-1/2 text-12 text-ink-3 md:hidden">{aside}</span>}
      {count !== undefined && <Count value={count} className="!text-ink-2 font-normal" />}
      <Icon name="chevron-right" size={14} className="md:hidden" />
    </NavLink>
  </li>
)

const Project = ({
  project,
  offers,
  open,
}: {
  project: RowTypes['project']
  offers: Offer[]
  open: boolean
}) => (
  <li>
    <NavLink
      to={offers[0]!.href}
      className={`${row} ${open ? '!bg-transparent hover:!bg-hover !font-normal' : ''}`}
    >
      <ProjectTile project={projectLook(project)} />
      <span className={`cut flex-1 ${open ? 'font-medium text-ink' : ''}`}>{project.name}</span>
      <Icon name="chevron-right" size={14} className="md:hidden" />
    </NavLink>
    {open && (
      <ul className="mt-px mb-1 ml-[17px] pl-2 shadow-[inset_1px_0_0_var(--line)]">
        {offers.map(offer => (
          <Row key={offer.id} offer={offer} plain />
        ))}
      </ul>
    )}
  </li>
)

type SettingsSidebarProps = {
  at: Standpoint
  /** The foot of a workspace's sidebar. */
  foot: ReactNode
}

/** The sections of all settings that somebody may open, in the sidebar's place: a change of scope is one press. */
export const SettingsSidebar = ({ at, foot }: SettingsSidebarProps) => {
  const opened = usePlace()?.params.projectId
  const back = useWayBack()
  const workspace = useWorkspaceHere()
  const projects = useJoinedProjects()
  const agents = new Set(useRows('user').flatMap(one => (one.is_bot ? [one.id] : [])))
  const counts: Partial<Record<Offer['id'], number>> = {
    members: useRows('workspace_member').filter(one => one.is_active && !agents.has(one.member_id)).length,
    webhooks: useRows('webhook').filter(one => one.is_active && one.format === 'json').length,
  }
  const { me } = useSession()
  const asides: Partial<Record<Offer['id'], string>> = {
    account: me?.display_name,
    accountAppearance: themeNames[useTheme()],
  }
  const [wanted, setWanted] = useState<string | null>(null)
  // Drawn anew when the person's rights change.
  useMay()
  const find = (offers: Offer[], ...also: string[]) => {
    const term = wanted?.trim().toLowerCase() ?? ''
    return offers.filter(({ label, words = [] }) =>
      [label, ...words, ...also].join(' ').toLowerCase().includes(term),
    )
  }
  const account = find(placesIn('accountSettings', at), 'your account')
  const ofWorkspace = at.slug ? find(placesIn('workspaceSettings', at), workspace?.name ?? '') : []
  const ofProjects = at.slug
    ? projects.flatMap(project => {
        const offers = find(placesIn('projectSettings', { ...at, project }), project.name)
        return offers.length > 0 ? [{ project, offers }] : []
      })
    : []
  return (
    <SettingsNavigation
      label="Settings"
      wanted={wanted}
      onFind={setWanted}
      isNone={account.length + ofWorkspace.length + ofProjects.length === 0}
      foot={foot}
      head={
        <Link
          to={back}
          className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-control px-2 font-semibold hover:bg-hover max-md:h-11 max-md:text-15"
        >
          <Icon name="arrow-left" className="text-ink-3" />
          <span className="sr-only">Back from the</span>
          <span className="cut">Settings</span>
        </Link>
      }
    >
      {account.length > 0 && (
        <SettingsGroup label="Your account">
          {account.map(offer => (
            <Row key={offer.id} offer={offer} aside={asides[offer.id]} />
          ))}
        </SettingsGroup>
      )}
      {at.slug && (ofWorkspace.length > 0 || !wanted) && (
        <SettingsGroup label={<WorkspaceHeading name={workspace?.name ?? at.slug} />}>
          {ofWorkspace.length > 0 &&
            ofWorkspace.map(offer => (
              <Row key={offer.id} offer={offer} count={counts[offer.id] || undefined} />
            ))}
        </SettingsGroup>
      )}
      {ofProjects.length > 0 && (
        <SettingsGroup label="Projects">
          {ofProjects.map(({ project, offers }) => (
            <Project
              key={project.id}
              project={project}
              offers={offers}
              open={project.id === opened || Boolean(wanted)}
            />
          ))}
        </SettingsGroup>
      )}
    </SettingsNavigation>
  )
}
