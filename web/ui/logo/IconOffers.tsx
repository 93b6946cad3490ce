import { roleColour } from '../colours.ts'
import { AnyIcon, iconGroups } from './allIcons.tsx'
import { Offers, type OffersProps } from './Offers.tsx'

export const IconOffers = ({ color, ...props }: OffersProps & { color: string | null }) => (
  <div className="contents" style={color ? { color: roleColour(color) } : undefined}>
    <Offers
      {...props}
      kind="icon"
      label="Icons"
      groups={iconGroups}
      face={id => <AnyIcon name={id} standIn={null} size={20} />}
    />
  </div>
)
