import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { workspaceLimits, workspaceRoutes } from '#contract/workspace/workspaces.ts'
import { call } from '../data/client.ts'
import { loadWorkspaces } from '../data/session.ts'
import { useForm } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { slugOf } from './slugOf.ts'

const PAUSE_MS = 250

/** Whether somebody else has this address already; false until that is known. */
const useTaken = (slug: string): boolean => {
  const [taken, setTaken] = useState<string | null>(null)
  useEffect(() => {
    setTaken(null)
    if (!slug) return
    const wait = setTimeout(() => {
      call(workspaceRoutes.checkSlug, { query: { slug } }).then(
        ({ body }) => setTaken(body.status ? null : slug),
        // Creating it tells.
        () => {},
      )
    }, PAUSE_MS)
    return () => clearTimeout(wait)
  }, [slug])
  return slug !== '' && taken === slug
}

export const CreateWorkspace = () => {
  const go = useNavigate()
  const form = useForm(workspaceRoutes.create, {
    begin: () => ({ name: '', slug: '' }),
    onDone: async ({ slug }) => {
      await loadWorkspaces()
      void go(to('home', { slug }))
    },
  })
  const { name, slug } = form.values
  const isTaken = useTaken(slug)
  const input = form.input('name')
  return (
    <AuthLayout title="Name your workspace" text="A workspace is where your team plans and writes together.">
      <form {...form.props} className="flex flex-col gap-4">
        <Field label="Name" error={form.errors.name}>
          <TextInput
            {...input}
            // The address follows the name until it has been given one of its own.
            onChange={({ target: { value } }) =>
              form.set({ name: value, ...(slug === slugOf(name) && { slug: slugOf(value) }) })
            }
            required
            autoFocus
            maxLength={workspaceLimits.name}
          />
        </Field>
        <Field
          label="Address"
          error={isTaken ? 'This address is taken.' : (form.errors.slug ?? form.general)}
          hint={`${location.host}/${slug || '…'}`}
        >
          <TextInput
            {...form.input('slug')}
            required
            pattern="[A-Za-z0-9_\-]+"
            maxLength={workspaceLimits.slug}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="form"
          className="w-full"
          keys="enter"
          busy={form.isBusy}
          disabled={!slug || isTaken}
        >
          Create workspace
        </Button>
      </form>
    </AuthLayout>
  )
}
