import { FloatingAction } from '../../shell/Header.tsx'
import type { Member } from './addresses.ts'
import { InviteBox } from './InviteBox.tsx'

type InvitingProps = {
  slug: string
  members: readonly Member[]
  asked: { words: string } | null
  onAsk: () => void
}

/** A small screen shows whom to invite only once that is asked for. */
export const Inviting = ({ asked, onAsk, ...rest }: InvitingProps) => (
  <>
    <div className={asked ? '' : 'max-md:hidden'}>
      <InviteBox {...rest} asked={asked} />
    </div>
    {!asked && <FloatingAction icon="user-plus" label="Invite people" run={onAsk} />}
  </>
)
