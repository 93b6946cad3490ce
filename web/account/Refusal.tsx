import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { to } from '../places/address.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import type { RefusalWords } from './messages.ts'

export const Other = ({ address, children }: { address: string; children: ReactNode }) => (
  <Link to={address} className="text-accent-text underline decoration-1 underline-offset-2">
    {children}
  </Link>
)

const ways = {
  signIn: { words: 'Sign in instead', address: () => to('start') },
  signUp: { words: 'Sign up instead', address: () => to('signUp') },
  forgot: { words: 'Send a new link', address: () => to('forgotPassword') },
}

/** The refusal of a form as a whole, and where to go instead. */
export const Refusal = ({
  said,
  email = '',
  onDismiss,
}: {
  said: RefusalWords | null
  email?: string
  onDismiss?: () => void
}) => {
  if (!said) return null
  const way = said.instead && ways[said.instead]
  const query = email ? `?${new URLSearchParams({ email })}` : ''
  return (
    <Banner
      tone="danger"
      action={
        onDismiss && <IconButton icon="x" label="Dismiss" size="strip" tooltip={false} onClick={onDismiss} />
      }
    >
      {said.text} {way && <Other address={way.address() + query}>{way.words}</Other>}
    </Banner>
  )
}
