import { useState } from 'react'
import { SettingsScreen } from '../../settings/SettingsScreen.tsx'
import { Connected } from './Connected.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'

/** How a person comes in, and where they are in. */
export const SecuritySettings = () => {
  /** A changed password ends the other sessions. */
  const [changes, setChanges] = useState(0)
  return (
    <SettingsScreen title="Security">
      <PasswordForm onChanged={() => setChanges(changes + 1)} />
      <Sessions changes={changes} />
      <Connected />
    </SettingsScreen>
  )
}
