import { notificationPreferenceRoutes } from '#contract/people/notificationPreferences.ts'
import { call } from '../../data/client.ts'
import { useRows } from '../../data/rows.ts'
import { useSession } from '../../data/session.ts'
import { SettingsRow } from '../../settings/SettingsRow.tsx'
import { SettingsScreen, SettingsSection } from '../../settings/SettingsScreen.tsx'
import { useSave } from '../../settings/saving.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Banner } from '../../ui/marks/Banner.tsx'

type Kind = 'property_change' | 'state_change' | 'issue_completed' | 'comment' | 'mention'

const kinds: [Kind, string, string][] = [
  ['property_change', 'Property changes', 'Assignees, priority, dates, labels and the like'],
  ['state_change', 'State changes', 'An issue goes on to another state'],
  ['issue_completed', 'Issue completed', 'An issue is done'],
  ['comment', 'Comments', 'Somebody comments on an issue that you follow'],
  ['mention', 'Mentions', 'Somebody names you in a text or a comment'],
]

const Kept = ({ kind, label, detail, on }: { kind: Kind; label: string; detail: string; on: boolean }) => {
  const kept = useSave(kind)
  return (
    <SettingsRow label={label} detail={detail} error={kept.error} low>
      <Switch
        checked={on}
        onChange={next =>
          void kept.save(() => call(notificationPreferenceRoutes.update, { body: { [kind]: next } }))
        }
      />
    </SettingsRow>
  )
}

/** Of what a person is told by mail. */
export const NotificationSettings = () => {
  const [preference] = useRows('notification_preference')
  const { instance } = useSession()
  if (!preference) return null
  return (
    <SettingsScreen
      title="Notifications"
      intro="What you get by mail about issues that you follow. Changes are kept as you make them."
    >
      {instance && !instance.config.is_smtp_configured && (
        <div className="mt-4">
          <Banner>This server sends no mail yet. What you choose counts as soon as it does.</Banner>
        </div>
      )}
      <SettingsSection>
        {kinds.map(([kind, label, detail]) => (
          <Kept key={kind} kind={kind} label={label} detail={detail} on={preference[kind]} />
        ))}
      </SettingsSection>
    </SettingsScreen>
  )
}
