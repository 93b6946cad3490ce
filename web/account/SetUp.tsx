import { type FormEvent, useState } from 'react'
import { postForm } from '../data/client.ts'
import { to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { messageOf } from './messages.ts'
import { tellZone } from './tellZone.ts'

/** First run: the one who fills this in is the admin, and is signed in to work at once. */
export const SetUp = () => {
  const [code, setCode] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [sample, setSample] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    setBusy(true)
    const [first_name = '', ...rest] = (form.name ?? '').trim().split(/\s+/)
    try {
      const led = await postForm('/api/instances/admins/sign-up/', {
        first_name,
        last_name: rest.join(' '),
        email: form.email ?? '',
        password: form.password ?? '',
        ...(sample ? { sample_data: 'True' } : { next_path: to('createWorkspace') }),
      })
      const refused = led.searchParams.get('error_code')
      if (!refused) {
        await tellZone()
        return location.assign(led)
      }
      setCode(refused)
    } catch {
      setCode('network')
    }
    setBusy(false)
  }
  return (
    <AuthLayout title="Set up Tandem" text="You become the admin of this instance.">
      <form onSubmit={submit} className="flex flex-col gap-4">
        {code && (
          <Banner tone="danger">
            {code === 'network' ? 'The server cannot be reached.' : messageOf(code)}
          </Banner>
        )}
        <Field label="Your name">
          <TextInput name="name" autoComplete="name" required autoFocus maxLength={120} />
        </Field>
        <Field label="E-mail">
          <TextInput name="email" type="email" autoComplete="username" required />
        </Field>
        <Field label="Password" hint="At least 8 characters; several words are best.">
          <PasswordInput name="password" autoComplete="new-password" required minLength={8} />
        </Field>
        <Checkbox checked={sample} onChange={setSample} label="Add sample data" size={16}>
          <span>
            Add sample data
            <span className="block text-12 text-ink-3">A demo workspace to look around in.</span>
          </span>
        </Checkbox>
        <Button type="submit" variant="primary" size="form" className="w-full" keys="enter" busy={busy}>
          Set up
        </Button>
      </form>
    </AuthLayout>
  )
}
