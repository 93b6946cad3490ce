import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/icons.tsx'
import { LogoButton } from '../ui/LogoButton.tsx'
import { type Logo, writeLogo } from '../ui/logo/logo.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { createPage } from './pageActions.ts'

const MAX = 255

type NewPageProps = { projectId: string; access: 0 | 1; onMade: (id: string) => void; onClose: () => void }

/** A page with its title and who sees it. */
export const NewPage = ({ projectId, access: usual, onMade, onClose }: NewPageProps) => {
  const [name, setName] = useState('')
  const [logo, setLogo] = useState<Logo | null>(null)
  const [access, setAccess] = useState(usual)
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isLong = name.trim().length > MAX
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || isLong || isBusy) return
    setBusy(true)
    const id = await createPage(projectId, { name: name.trim(), access, logo_props: writeLogo(logo) })
    setBusy(false)
    if (id) onMade(id)
  }
  return (
    <Dialog open onOpenChange={open => open || onClose()} title="New page" initialFocus={input}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Title" {...(isLong ? { error: `At most ${MAX} characters.` } : {})}>
          <div className="flex gap-2">
            <LogoButton
              label="Page icon"
              logo={logo}
              standIn={<Icon name="smile-plus" size={20} />}
              onPick={setLogo}
            />
            <TextInput
              ref={input}
              autoComplete="off"
              placeholder="Page title"
              value={name}
              onChange={event => setName(event.target.value)}
            />
          </div>
        </Field>
        <div className="flex items-center justify-between">
          <Segmented
            label="Visibility"
            parts={[
              { id: 'public', label: 'Public' },
              { id: 'private', label: 'Private' },
            ]}
            value={access === 0 ? 'public' : 'private'}
            onChange={next => setAccess(next === 'public' ? 0 : 1)}
          />
          <Button
            type="submit"
            variant="primary"
            size="large"
            keys="enter"
            busy={isBusy}
            disabled={name.trim() === '' || isLong}
          >
            Create page
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
