import { useState } from 'react'
import type { Webhook } from '#contract/workspace/webhooks.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Answers } from '../../../ui/popups/Answers.tsx'
import { Dialog } from '../../../ui/popups/Dialog.tsx'
import { ShownOnce } from '../../../ui/popups/ShownOnce.tsx'
import { SECRET_ADDRESS } from '../integrations/chats.ts'
import { useWebhookForm } from './useWebhookForm.ts'
import { WhatIsSent } from './WhatIsSent.tsx'

type WebhookFormProps = {
  slug: string
  /** The one that is changed; without, one for a program is made. */
  webhook?: Webhook
  onMade?: (id: string) => void
  onClose: () => void
}

/** Where and what a webhook sends. */
export const WebhookForm = ({ slug, webhook, onMade, onClose }: WebhookFormProps) => {
  const [secret, setSecret] = useState<string | null>(null)
  const format = webhook?.format ?? 'json'
  const isChannel = format !== 'json'
  const form = useWebhookForm({
    slug,
    webhook,
    onDone: answer => {
      if (!answer.secret_key) return onClose()
      onMade?.(answer.id)
      setSecret(answer.secret_key)
    },
  })
  if (secret)
    return (
      <ShownOnce
        title="Copy it now"
        text="We show this secret once. The receiver proves with it that a delivery is ours."
        what="Secret"
        secret={secret}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      open
      wide="form"
      sheet
      onOpenChange={open => !open && !form.isDirty && onClose()}
      title={webhook ? `Change ${isChannel ? 'channel' : 'webhook'}` : 'New webhook'}
      text={
        isChannel
          ? 'What every member of a project may see is sent.'
          : 'What you may see is sent, and nothing that is yours alone.'
      }
      actions={
        <Answers onCancel={onClose} keys="mod+enter" busy={form.isBusy} onClick={form.submit}>
          {webhook ? 'Save' : 'Create webhook'}
        </Answers>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        <Field label="Address" error={form.errors.url} hint={isChannel ? SECRET_ADDRESS : undefined}>
          <TextInput {...form.input('url')} required autoComplete="off" placeholder="https://" />
        </Field>
        <Field label={isChannel ? 'Channel' : 'Name'} error={form.errors.name}>
          <TextInput {...form.input('name')} autoComplete="off" />
        </Field>
        <WhatIsSent form={form} format={format} filters={webhook?.filters ?? ''} />
      </form>
    </Dialog>
  )
}
