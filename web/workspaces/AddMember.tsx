import { workspaceMemberRoutes } from '#contract/workspace/workspaceMembers.ts'
import { call } from '../data/client.ts'
import { useFields } from '../forms/useForm.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Icon } from '../ui/icons.tsx'
import { Picker } from '../ui/popups/Picker.tsx'
import { roleName, roles } from './roles.ts'

/** Lets somebody in who has an account on this server. */
export const AddMember = ({ slug }: { slug: string }) => {
  const form = useFields({
    begin: () => ({ email: '', role: '15' }),
    send: ({ email, role }) =>
      call(workspaceMemberRoutes.addMembers, {
        params: { ws: slug },
        body: { members: [{ email: email.trim(), role: Number(role) }] },
      }),
    // Several are often let in as the same.
    onDone: () => form.again({ role: form.values.role }),
  })
  const { role } = form.values
  return (
    <form {...form.props} className="mt-4 flex flex-col gap-3 rounded-card bg-sunken p-3">
      <Field label="Add someone who has an account" error={form.errors.email ?? form.general}>
        <TextInput {...form.input('email')} type="email" required placeholder="E-mail" />
      </Field>
      <div className="flex items-center gap-2">
        <span className="pl-1 text-ink-2">As</span>
        <Picker label="Role" options={roles} value={[role]} onPick={([id]) => id && form.set({ role: id })}>
          <Button>
            {roleName(Number(role))}
            <Icon name="chevron-down" size={12} className="text-ink-3" />
          </Button>
        </Picker>
        <span className="flex-1" />
        <Button type="submit" variant="primary" keys="enter" busy={form.isBusy}>
          Add
        </Button>
      </div>
    </form>
  )
}
