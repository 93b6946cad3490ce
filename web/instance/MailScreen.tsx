import { mailKeys, mailSecurity } from '#contract/workspace/configuration.ts'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { InstanceFrame } from './InstanceFrame.tsx'
import { useInstance } from './instance.ts'
import { FromEnvironment, GRID, SettingRow } from './SettingRow.tsx'
import { TestMail } from './TestMail.tsx'
import { type Settings, useSettings } from './useSettings.ts'

type Security = 'tls' | 'ssl' | 'none'
const parts: { id: Security; label: string }[] = [
  { id: 'tls', label: 'TLS' },
  { id: 'ssl', label: 'SSL' },
  { id: 'none', label: 'None' },
]

const PortRow = ({ settings }: { settings: Settings }) => {
  const { values, set, rows, errors } = settings
  const given = (['EMAIL_PORT', 'EMAIL_USE_TLS', 'EMAIL_USE_SSL'] as const).filter(
    key => rows.get(key)?.is_set_by_environment,
  )
  const isPortGiven = given.includes('EMAIL_PORT')
  const isSecurityGiven = given.some(key => key !== 'EMAIL_PORT')
  const value = mailSecurity(values)
  return (
    <div className={GRID}>
      <span className="pt-2.5 font-medium max-md:pt-1">Port and security</span>
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <TextInput
            {...settings.input('EMAIL_PORT')}
            aria-label="Port"
            inputMode="numeric"
            autoComplete="off"
            readOnly={isPortGiven}
            aria-invalid={Boolean(errors.EMAIL_PORT) || undefined}
            className={`num w-24! ${isPortGiven ? '!bg-sunken !text-ink-2 !shadow-none' : ''}`}
          />
          <Segmented
            label="Security"
            size="form"
            parts={parts.map(part => ({ ...part, disabled: isSecurityGiven }))}
            value={value}
            onChange={to =>
              set({ EMAIL_USE_SSL: to === 'ssl' ? '1' : '0', EMAIL_USE_TLS: to === 'tls' ? '1' : '0' })
            }
          />
        </div>
        {given.map(key => (
          <FromEnvironment key={key} name={key} />
        ))}
        {errors.EMAIL_PORT && (
          <p role="alert" className="mt-1.5 text-12 text-danger">
            {errors.EMAIL_PORT}
          </p>
        )}
      </div>
    </div>
  )
}

const Mail = ({ settings }: { settings: Settings }) => (
  <>
    <form {...settings.props}>
      {settings.general && <Banner tone="danger">{settings.general}</Banner>}
      <SettingRow settings={settings} name="EMAIL_HOST" label="Server" placeholder="mail.example.org" />
      <PortRow settings={settings} />
      <SettingRow settings={settings} name="EMAIL_HOST_USER" label="User name" />
      <SettingRow settings={settings} name="EMAIL_HOST_PASSWORD" label="Password" />
      <SettingRow
        settings={settings}
        name="EMAIL_FROM"
        label="Sender"
        hint="Name and address on every e-mail"
        placeholder="Tandem <tandem@example.org>"
      />
    </form>
    <TestMail settings={settings} />
  </>
)

const Filled = () => {
  const settings = useSettings(mailKeys)
  return (
    <InstanceFrame
      title="E-mail"
      intro="The mail server for invitations, sign-in codes and notifications. Without one, none of them is sent."
      pending={settings.pending}
    >
      <Mail settings={settings} />
    </InstanceFrame>
  )
}

/** Begun anew once the settings are there. */
export const MailScreen = () => <Filled key={useInstance().status} />
