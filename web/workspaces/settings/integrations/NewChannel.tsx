import { useEffect, useRef } from 'react'
import { useKeys } from '../../../shell/keyboard.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { useWebhookForm } from '../webhooks/useWebhookForm.ts'
import { WhatIsSent } from '../webhooks/WhatIsSent.tsx'
import { formatNames } from '../webhooks/webhookWords.ts'
import { type AddressWords, type Chat, wordsOfAddress } from './chats.ts'

const looks = {
  plain: { words: 'text-ink-3', icon: null },
  good: { words: 'text-ok', icon: 'check' },
  warn: { words: 'text-warn', icon: 'triangle-alert' },
} as const

const Said = ({ tone, text }: AddressWords) => {
  const { words, icon } = looks[tone]
  return (
    <span className={`flex items-center gap-1 ${words}`}>
      {icon && <Icon name={icon} size={14} />}
      {text}
    </span>
  )
}

type NewChannelProps = { slug: string; chat: Chat; onMade: (id: string) => void; onClose: () => void }

/** Connects a channel: one block with the strip of its chat. */
export const NewChannel = ({ slug, chat, onMade, onClose }: NewChannelProps) => {
  const block = useRef<HTMLElement>(null)
  useEffect(() => {
    block.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const form = useWebhookForm({
    slug,
    format: chat,
    onDone: ({ id }) => {
      onClose()
      onMade(id)
    },
  })
  useKeys({ esc: { run: onClose, label: 'Cancel the new channel', always: true } })
  const name = formatNames[chat]
  return (
    <section
      ref={block}
      aria-label={`Add a channel of ${name}`}
      className="-mx-2 mb-1 rounded-b-control bg-sunken pt-3 pr-4 pb-3 pl-8.5 shadow-[inset_0_-1px_0_var(--edge)] max-md:px-3"
    >
      <form {...form.props} className="flex flex-col gap-4">
        <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
          <Field
            label="Address"
            error={form.errors.url}
            hint={<Said {...wordsOfAddress(chat, formatNames, form.values.url)} />}
          >
            <TextInput {...form.input('url')} required autoFocus autoComplete="off" placeholder="https://" />
          </Field>
          <Field label="Channel" error={form.errors.name} hint={`As it is called in ${name}`}>
            <TextInput {...form.input('name')} required autoComplete="off" placeholder="#berths" />
          </Field>
        </div>
        <WhatIsSent form={form} format={chat} filters="" />
        <div className="flex items-center justify-end gap-2">
          <Button keys="esc" className="max-md:h-11" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            keys="mod+enter"
            busy={form.isBusy}
            className="max-md:h-11"
            onClick={form.submit}
          >
            Connect
          </Button>
        </div>
      </form>
    </section>
  )
}
