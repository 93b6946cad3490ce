import { SettingsScreen } from '../../settings/SettingsScreen.tsx'
import { Connected } from './Connected.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'

/** How a person comes in, and where they are in. */
export const SecuritySettings = () => (
  <SettingsScreen title="Security">
    <PasswordForm />
    <Sessions />
    <Connected />
  </SettingsScreen>
)
