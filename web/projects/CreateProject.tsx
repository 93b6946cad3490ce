import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { projectRoutes } from '#contract/projects.ts'
import { type CallError, call } from '../data/client.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/icons.tsx'
import { LogoButton } from '../ui/LogoButton.tsx'
import { type Logo, writeLogo } from '../ui/logo/logo.ts'
import { TextInput } from '../ui/TextInput.tsx'

const FIRST_LOGOS = ['🚀', '🧭', '📦', '🌱', '🔭', '🧩', '📐', '🎯', '⛵', '📚', '💡', '🎈', '⚓'] as const
const anyLogo = (): Logo => ({ emoji: FIRST_LOGOS[Math.floor(Math.random() * FIRST_LOGOS.length)] ?? '🚀' })

const identifierOf = (name: string) =>
  name
    .toUpperCase()
    .replace(/[^0-9A-ZÇŞĞİÖÜ]/g, '')
    .slice(0, 5)

export const CreateProject = ({ slug, onClose }: { slug: string; onClose: () => void }) => {
  const [name, setName] = useState('')
  const [logo, setLogo] = useState<Logo | null>(anyLogo)
  const [own, setOwn] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const go = useNavigate()
  const identifier = own ?? identifierOf(name)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { body } = await call(projectRoutes.create, {
        params: { ws: slug },
        body: { name, identifier, logo_props: writeLogo(logo) },
      })
      onClose()
      void go(`/${slug}/projects/${body.id}/issues`)
    } catch (failure) {
      const { body = {}, message } = failure as CallError
      const shown = Object.fromEntries(
        Object.entries(body).map(([field, text]) => [
          field,
          Array.isArray(text) ? String(text[0]) : String(text),
        ]),
      )
      setErrors(Object.keys(shown).length > 0 ? shown : { name: message })
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={open => open || onClose()} title="New project">
      <form onSubmit={submit} className="mt-3 flex flex-col gap-4">
        <Field label="Name" {...(errors.name ? { error: errors.name } : {})}>
          <div className="flex gap-2">
            <LogoButton
              label="Icon of the project"
              logo={logo}
              standIn={<Icon name="smile-plus" size={20} />}
              onPick={setLogo}
            />
            <TextInput
              value={name}
              onChange={event => setName(event.target.value)}
              required
              autoFocus
              maxLength={255}
            />
          </div>
        </Field>
        <Field
          label="Key"
          hint={`Its issues are called ${identifier || 'KEY'}-1, ${identifier || 'KEY'}-2 …`}
          {...(errors.identifier ? { error: errors.identifier } : {})}
        >
          <TextInput
            value={identifier}
            onChange={event => setOwn(identifierOf(`${event.target.value} `).slice(0, 12))}
            required
            maxLength={12}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" keys="enter" busy={busy}>
            Create project
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
