import { type FormEvent, useState } from 'react'
import { workspaceRoutes } from '#contract/workspaces.ts'
import { call } from '../data/client.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/icons.tsx'
import { Picker } from '../ui/Picker.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { roleName, roles } from './roles.ts'

/** Lets somebody in who has an account on this server. */
export const AddMember = ({ slug }: { slug: string }) => {
  const [error, setError] = useState<string | null>(null)
  const [role, setRole] = useState('15')
  const [busy, setBusy] = useState(false)
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const email = String(new FormData(form).get('email') ?? '').trim()
    setBusy(true)
    try {
      await call(workspaceRoutes.addMembers, {
        params: { ws: slug },
        body: { members: [{ email, role: Number(role) }] },
      })
      setError(null)
      form.reset()
    } catch (failure) {
      setError((failure as Error).message)
    }
    setBusy(false)
  }
  return (
    <form onSubmit={add} className="mt-4 flex flex-col gap-3 rounded-card bg-sunken p-3">
      <Field label="Add someone who has an account" {...(error ? { error } : {})}>
        <TextInput name="email" type="email" required placeholder="E-mail" />
      </Field>
      <div className="flex items-center gap-2">
        <span className="pl-1 text-ink-2">As</span>
        <Picker label="Role" options={roles} value={[role]} onPick={([id]) => id && setRole(id)}>
          <Button>
            {roleName(Number(role))}
            <Icon name="chevron-down" size={12} className="text-ink-3" />
          </Button>
        </Picker>
        <span className="flex-1" />
        <Button type="submit" variant="primary" keys="enter" busy={busy}>
          Add
        </Button>
      </div>
    </form>
  )
}
