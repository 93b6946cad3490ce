import { userRoutes } from '#contract/people/users.ts'
import { call, signingOut } from '../../data/client.ts'
import { signOut } from '../../data/session.ts'
import { useFields } from '../../forms/useForm.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'

/** Asks for the address: only an admin of the instance brings an account back. */
export const Deactivate = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const form = useFields({
    begin: () => ({ typed: '' }),
    send: () => signingOut(() => call(userRoutes.deactivate)),
    // The session has ended with the account; the data kept in this browser goes now.
    onDone: () => void signOut(),
  })
  const isSame = form.values.typed.trim().toLowerCase() === email.toLowerCase()
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Deactivate your account?"
      text="You leave every workspace and project at once and are signed out everywhere. Everything you wrote stays, under your name. Only an instance admin can reactivate the account."
      actions={
        <Answers
          onCancel={onClose}
          variant="danger"
          busy={form.isBusy}
          disabled={!isSame}
          onClick={form.submit}
        >
          Deactivate
        </Answers>
      }
    >
      <form
        {...form.props}
        onSubmit={event => {
          if (isSame) void form.props.onSubmit(event)
          else event.preventDefault()
        }}
      >
        <Field label={`Type “${email}” to deactivate it`} error={form.general}>
          <TextInput {...form.input('typed')} autoComplete="off" spellCheck={false} autoFocus />
        </Field>
      </form>
    </Dialog>
  )
}
