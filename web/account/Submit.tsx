import { Button, type ButtonProps } from '../ui/controls/Button.tsx'

type SubmitProps = Pick<ButtonProps, 'disabled' | 'children'> & { form: { isBusy: boolean } }

/** What a form of the account ends in: one wide button, which Enter presses. */
export const Submit = ({ form, ...does }: SubmitProps) => (
  <Button
    type="submit"
    variant="primary"
    size="form"
    className="w-full"
    keys="enter"
    busy={form.isBusy}
    {...does}
  />
)
