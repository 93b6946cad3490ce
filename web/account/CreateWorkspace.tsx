import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { workspaceRoutes } from '#contract/workspaces.ts'
import { type CallError, call } from '../data/client.ts'
import { loadWorkspaces } from '../data/session.ts'
import { to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'

const slugOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 48)

export const CreateWorkspace = () => {
  const [name, setName] = useState('')
  const [own, setOwn] = useState<string | null>(null)
  const [taken, setTaken] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const go = useNavigate()
  const slug = own ?? slugOf(name)

  useEffect(() => {
    setTaken(null)
    if (!slug) return
    const wait = setTimeout(() => {
      call(workspaceRoutes.checkSlug, { query: { slug } }).then(
        ({ body }) => setTaken(body.status ? null : slug),
        () => {},
      )
    }, 250)
    return () => clearTimeout(wait)
  }, [slug])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await call(workspaceRoutes.create, { body: { name, slug } })
      await loadWorkspaces()
      void go(to('home', { slug }))
    } catch (failure) {
      setError((failure as CallError).message)
      setBusy(false)
    }
  }
  return (
    <AuthLayout title="Name your workspace" text="A workspace is where your team plans and writes together.">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name">
          <TextInput
            value={name}
            onChange={event => setName(event.target.value)}
            required
            autoFocus
            maxLength={80}
          />
        </Field>
        <Field
          label="Address"
          {...(taken === slug && slug ? { error: 'This address is taken.' } : error ? { error } : {})}
          hint={`${location.host}/${slug || '…'}`}
        >
          <TextInput
            value={slug}
            onChange={event => setOwn(event.target.value)}
            required
            pattern="[A-Za-z0-9_\-]+"
            maxLength={48}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="form"
          className="w-full"
          keys="enter"
          busy={busy}
          disabled={!slug || taken === slug}
        >
          Create workspace
        </Button>
      </form>
    </AuthLayout>
  )
}
