import { type FormEvent, useEffect, useState } from 'react'
import type { z } from 'zod'
import { messageOf } from '#contract/messageOf.ts'
import { type InstanceAdmin, instanceAdminRoutes } from '#contract/workspace/instanceAdmin.ts'
import { call } from '../data/client.ts'
import { loadInstance, useSession } from '../data/session.ts'
import { useForm } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { toast } from '../ui/popups/Toast.tsx'
import { InstanceFrame } from './InstanceFrame.tsx'
import { noteOut, useInstance } from './instance.ts'
import { useUnsaved } from './LeaveQuestion.tsx'
import { SettingRow, SwitchRow } from './SettingRow.tsx'
import { useChanged } from './useChanged.ts'
import { useSettings } from './useSettings.ts'

type Admin = z.infer<typeof InstanceAdmin>

const useAdmins = () => {
  const { me } = useInstance()
  const [admins, setAdmins] = useState<readonly Admin[]>([])
  const load = () =>
    call(instanceAdminRoutes.admins).then(
      ({ body }) => setAdmins(body),
      failure => toast.failure(messageOf(failure)),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when it is known who asks
  useEffect(() => {
    if (me) void load()
  }, [me?.id])
  useChanged(() => void call(instanceAdminRoutes.admins).then(({ body }) => setAdmins(body), noteOut))
  return { admins, load }
}

const Admins = () => {
  const { me } = useInstance()
  const { admins, load } = useAdmins()
  const form = useForm(instanceAdminRoutes.addAdmin, {
    begin: () => ({ email: '' }),
    onDone: () => {
      form.again({})
      void load()
    },
  })
  const remove = async (admin: Admin) => {
    try {
      await call(instanceAdminRoutes.removeAdmin, { params: { adminId: admin.id } })
      // Who has removed themselves has nothing more to see here.
      if (admin.user === me?.id) return location.assign(to('setUp'))
      await load()
    } catch (failure) {
      toast.failure(messageOf(failure))
    }
  }
  const add = (event: FormEvent) => form.props.onSubmit(event)
  return (
    <section className="mt-6 border-line border-t pt-4" aria-labelledby="admins">
      <div className="flex h-8 items-center gap-2">
        <h3 id="admins" className="font-medium">
          Admins
        </h3>
        <Count value={admins.length} />
      </div>
      <p className="text-ink-2">They run the instance. Only members see the content of a workspace.</p>
      <form {...form.props} onSubmit={add} className="mt-3 flex gap-2">
        <TextInput
          name="email"
          aria-label="E-mail of the new admin"
          type="email"
          required
          placeholder="E-mail address"
          value={String(form.values.email)}
          onChange={event => form.set({ email: event.target.value })}
        />
        <Button type="submit" variant="neutral" size="form" busy={form.isBusy}>
          Add
        </Button>
      </form>
      {(form.general ?? form.errors.email) && (
        <div className="mt-2">
          <Banner tone="danger">{form.general ?? form.errors.email}</Banner>
        </div>
      )}
      <ul className="mt-3">
        {admins.map(admin => (
          <li
            key={admin.id}
            className="-mx-2 flex h-9 items-center gap-2 rounded-control px-2 hover:bg-hover"
          >
            <Avatar person={admin.user_detail} silent />
            <span className="cut">{admin.user_detail.display_name}</span>
            <span className="cut flex-1 text-12 text-ink-3">
              {admin.user_detail.email}
              {admin.user === me?.id && ' (you)'}
            </span>
            {admins.length > 1 && (
              <IconButton
                icon="x"
                label={`Remove ${admin.user_detail.display_name}`}
                onClick={() => void remove(admin)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The name is no setting of the server: a call of its own keeps it. */
const useName = () => {
  const instance = useSession().instance?.instance
  const kept = () => ({ instance_name: instance?.instance_name ?? '' })
  const form = useForm(instanceAdminRoutes.update, {
    begin: kept,
    guarded: true,
    onDone: async ({ instance_name }) => {
      form.again({ instance_name })
      await loadInstance()
    },
  })
  const isChanged = form.values.instance_name.trim() !== kept().instance_name
  useUnsaved(isChanged)
  return {
    ...form,
    pending: {
      count: isChanged ? 1 : 0,
      isBusy: form.isBusy,
      discard: () => form.again(kept()),
      save: form.submit,
    },
  }
}

const Name = ({ form }: { form: ReturnType<typeof useName> }) => (
  <form
    {...form.props}
    className="mt-3 grid grid-cols-[264px_minmax(0,1fr)] items-start gap-x-6 max-md:grid-cols-1 max-md:gap-y-1.5"
  >
    <label htmlFor="instance-name" className="pt-2.5 font-medium">
      Name
      <span className="mt-0.5 block font-normal text-12 text-ink-3">Shown on every e-mail</span>
    </label>
    <TextInput {...form.input('instance_name')} id="instance-name" required maxLength={255} />
    {(form.general ?? form.errors.instance_name) && (
      <p role="alert" className="col-start-2 mt-1.5 text-12 text-danger max-md:col-start-1">
        {form.general ?? form.errors.instance_name}
      </p>
    )}
  </form>
)

const Filled = () => {
  const { instance, config } = useSession().instance ?? {}
  const name = useName()
  const settings = useSettings(['PUSH_SERVICES'])
  const parts = [name.pending, settings.pending]
  const changed = parts.filter(part => part.count > 0)
  const pending = {
    count: parts.reduce((sum, part) => sum + part.count, 0),
    isBusy: parts.some(part => part.isBusy),
    discard: () => {
      for (const part of changed) part.discard()
    },
    save: () => {
      for (const part of changed) part.save()
    },
  }
  return (
    <InstanceFrame
      title="General"
      intro={`Tandem ${instance?.current_version ?? ''}, on your own server.`}
      pending={pending}
    >
      <Name form={name} />
      <div className="mt-6 border-line border-t pt-4">
        <SwitchRow
          name="ENABLE_BROWSER_PUSH"
          label="Notifications in browsers"
          hint="On: notifications may be sent, encrypted, to the push service of each person’s browser."
          tall
        />
        {config?.push_public_key && (
          <form {...settings.props}>
            {settings.general && <Banner tone="danger">{settings.general}</Banner>}
            <SettingRow
              settings={settings}
              name="PUSH_SERVICES"
              label="Push services"
              hint="Hosts that may be contacted; *. matches every subdomain"
            />
          </form>
        )}
      </div>
      <Admins />
    </InstanceFrame>
  )
}

/** The instance's name, admins and browser notifications; begins anew once the settings are there. */
export const GeneralScreen = () => <Filled key={useInstance().status} />
