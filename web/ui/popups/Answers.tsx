import { classes } from '../classes.ts'
import { Button, type ButtonProps } from '../controls/Button.tsx'

type AnswersProps = Omit<ButtonProps, 'size'> & { onCancel: () => void; cancel?: string }

/** The two ways out of a dialog: back, and the one thing that it is for. */
export const Answers = ({ onCancel, cancel = 'Cancel', className, ...does }: AnswersProps) => (
  <>
    <Button variant="neutral" size="large" className="max-md:h-11" onClick={onCancel}>
      {cancel}
    </Button>
    <Button
      variant="primary"
      {...does}
      size="large"
      className={classes('max-md:h-11', does.variant === 'danger' && 'bg-danger-tint', className)}
    />
  </>
)
