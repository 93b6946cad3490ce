import { chipLook } from '../../ui/controls/chipLook.ts'
import { roles } from '../roles.ts'

type RoleChipsProps = { role: number | null; onRole: (role: number | null) => void }

/** The roles where there is room for nothing else in their line. */
export const RoleChips = ({ role, onRole }: RoleChipsProps) => (
  <fieldset aria-label="Role" className="mt-3 flex gap-2 md:hidden">
    {[
      { id: null, name: 'Everyone' },
      ...roles.map(({ id, name }) => ({ id: Number(id), name: `${name}s` })),
    ].map(({ id, name }) => (
      <button
        key={name}
        type="button"
        aria-pressed={role === id}
        onClick={() => onRole(id)}
        className={chipLook(role === id)}
      >
        {name}
      </button>
    ))}
  </fieldset>
)
