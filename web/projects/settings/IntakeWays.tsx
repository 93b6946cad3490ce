import { useState } from 'react'
import { intakeSettingsRoutes } from '#contract/work/intakeWays.ts'
import type { RowTypes } from '../../data/entities.ts'
import { mutate } from '../../data/mutate.ts'
import { useRows } from '../../data/rows.ts'
import { here } from '../../data/viewer.ts'
import { formAddress } from '../../intake/useFormAddress.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { copyText } from '../../ui/copy.ts'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'

type Intake = RowTypes['intake']
type Ways = Partial<Pick<Intake, 'is_in_app_enabled' | 'is_form_enabled'>>

const call = (row: Intake) => ({
  params: { ws: here().slug, p: row.project },
  entity: 'intake' as const,
  id: row.id,
})
const setWays = (row: Intake, ways: Ways) =>
  void mutate({
    ...call(row),
    route: intakeSettingsRoutes.setWays,
    body: ways,
    patch: ways,
    failure: 'The intake was not changed.',
  })
const renew = (row: Intake) =>
  void mutate({
    ...call(row),
    route: intakeSettingsRoutes.renewAnchor,
    patch: {},
    failure: 'The form’s address was not changed.',
  })

type WayProps = {
  label: string
  text: string
  checked: boolean
  onChange: (on: boolean) => void
}
const Way = ({ label, text, checked, onChange }: WayProps) => (
  <li className="flex min-h-12 items-center gap-3 py-1.5">
    <span className="min-w-0 flex-1">
      <span className="block">{label}</span>
      <span className="block text-pretty text-12 text-ink-3">{text}</span>
    </span>
    <Switch label={label} checked={checked} onChange={onChange} />
  </li>
)

/** By which ways requests come to the project, and the address of its form. */
export const IntakeWays = ({ projectId }: { projectId: string }) => {
  const row = useRows('intake').find(one => one.project === projectId && one.is_default)
  const [renewing, setRenewing] = useState(false)
  if (!row) return null
  const address = formAddress(row)
  return (
    <ul aria-label="Ways into the intake" className="ml-7 max-md:ml-0">
      <Way
        label="Requests by the team"
        text="Everyone in the project, including guests, can add one in Tandem."
        checked={row.is_in_app_enabled}
        onChange={is_in_app_enabled => setWays(row, { is_in_app_enabled })}
      />
      <Way
        label="Public form"
        text="Anyone with the address can send one, without an account."
        checked={row.is_form_enabled}
        onChange={is_form_enabled => setWays(row, { is_form_enabled })}
      />
      {row.is_form_enabled && address && (
        <li className="flex min-h-12 flex-wrap items-center gap-2 py-1.5">
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            className="cut min-w-0 flex-1 rounded-control bg-press px-3 font-mono text-12 leading-8 max-md:basis-full"
          >
            {address}
          </a>
          <Button icon="link" variant="neutral" onClick={() => void copyText(address, 'Address')}>
            Copy
          </Button>
          <Button onClick={() => setRenewing(true)}>New address</Button>
        </li>
      )}
      <Dialog
        open={renewing}
        onOpenChange={setRenewing}
        title="Give the form a new address?"
        text="The current address stops working at once. Requests that have arrived stay."
        actions={
          <Answers
            onCancel={() => setRenewing(false)}
            variant="danger"
            onClick={() => {
              setRenewing(false)
              renew(row)
            }}
          >
            New address
          </Answers>
        }
      />
    </ul>
  )
}
