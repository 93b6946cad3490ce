import { useRows } from '../../data/rows.ts'
import { useSession } from '../../data/session.ts'
import { SettingsScreen, SettingsSection } from '../../settings/SettingsScreen.tsx'
import { useWorkspaceHere } from '../../settings/settingsOwner.tsx'
import { roles } from '../roles.ts'

const editions: Record<string, string> = { COMMUNITY: 'Community' }

/** The edition that runs here, and the seats taken. There is nothing to pay. */
export const BillingScreen = () => {
  const { instance } = useSession()
  const workspace = useWorkspaceHere()
  const bots = new Set(useRows('user').flatMap(one => (one.is_bot ? [one.id] : [])))
  const members = useRows('workspace_member').filter(row => row.is_active && !bots.has(row.member_id))
  // One that was declined, or has expired, lets nobody in any more.
  const invited = useRows('workspace_invitation').filter(
    ({ accepted, responded_at, expires_at }) =>
      accepted || (!responded_at && Date.parse(expires_at) > Date.now()),
  ).length
  const { edition = 'COMMUNITY', current_version = '' } = instance?.instance ?? {}
  return (
    <SettingsScreen
      title="Billing and plans"
      intro={`The edition and seats that ${workspace?.name ?? 'this workspace'} uses.`}
    >
      <div className="mt-4 rounded-card bg-sunken p-4 shadow-[inset_0_0_0_1px_var(--edge)]">
        <p className="font-medium text-16">{editions[edition] ?? edition} edition</p>
        <p className="mt-1 max-w-160 text-pretty text-ink-2">
          Tandem {current_version} on your own server. Every feature is included, for as many people as you
          like, and nothing is billed.
        </p>
      </div>
      <SettingsSection title="Seats" count={members.length}>
        <ul className="-mx-2">
          {roles.map(one => (
            <li key={one.id} className="flex min-h-9 items-center gap-3 px-2">
              <span className="w-24">{one.name}s</span>
              <span className="cut flex-1 text-12 text-ink-3">{one.second}</span>
              <span className="num">{members.filter(row => String(row.role) === one.id).length}</span>
            </li>
          ))}
          <li className="flex min-h-9 items-center gap-3 px-2 text-ink-2">
            <span className="w-24">Invited</span>
            <span className="cut flex-1 text-12 text-ink-3">They take a seat once they accept</span>
            <span className="num">{invited}</span>
          </li>
        </ul>
      </SettingsSection>
    </SettingsScreen>
  )
}
