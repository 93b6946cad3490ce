import { useSession } from '../../data/session.ts'
import { SettingsRow } from '../../settings/SettingsRow.tsx'
import { SettingsScreen, SettingsSection } from '../../settings/SettingsScreen.tsx'
import { useSave } from '../../settings/saving.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Banner } from '../../ui/marks/Banner.tsx'
import { BrowserPush } from './BrowserPush.tsx'
import { changePreference, useOwn } from './own.ts'
import { QuietHours } from './QuietHours.tsx'

type Kind = 'property_change' | 'state_change' | 'issue_completed' | 'comment' | 'mention'

const kinds: [Kind, string, string][] = [
  ['property_change', 'Property changes', 'Assignees, priority, dates, labels and so on'],
  ['state_change', 'State changes', 'An issue moves to another state'],
  ['issue_completed', 'Issue completed', 'An issue is done'],
  ['comment', 'Comments', 'Somebody comments on an issue that you follow'],
  ['mention', 'Mentions', 'Somebody names you in a text or a comment'],
]

type KeptProps = { kind: Kind | `push_${Kind}`; label: string; detail: string; on: boolean }

const Kept = ({ kind, label, detail, on }: KeptProps) => {
  const kept = useSave(kind)
  return (
    <SettingsRow label={label} detail={detail} error={kept.error} low>
      <Switch checked={on} onChange={next => void kept.save(() => changePreference({ [kind]: next }))} />
    </SettingsRow>
  )
}

/** What a person is sent by mail, and in their browsers. */
export const NotificationSettings = () => {
  const preference = useOwn('notification_preference')
  const { instance } = useSession()
  if (!preference) return null
  const pushKey = instance?.config.push_public_key
  return (
    <SettingsScreen
      title="Notifications"
      intro="How you are notified, beyond the inbox, of issues that you follow. Changes are saved as you make them."
    >
      <SettingsSection title="By mail">
        {instance && !instance.config.is_smtp_configured && (
          <Banner>
            E-mail is off on this server: you find everything in your inbox. An instance admin can turn it on.
          </Banner>
        )}
        {kinds.map(([kind, label, detail]) => (
          <Kept key={kind} kind={kind} label={label} detail={detail} on={preference[kind]} />
        ))}
      </SettingsSection>
      {pushKey ? (
        <BrowserPush publicKey={pushKey}>
          {kinds.map(([kind, label, detail]) => (
            <Kept
              key={kind}
              kind={`push_${kind}`}
              label={label}
              detail={detail}
              on={preference[`push_${kind}`]}
            />
          ))}
        </BrowserPush>
      ) : (
        <SettingsSection title="In your browsers">
          <Banner>Browser notifications are off on this server. An instance admin can turn them on.</Banner>
        </SettingsSection>
      )}
      <QuietHours />
    </SettingsScreen>
  )
}
