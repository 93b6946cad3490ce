import { classes } from '../ui/classes.ts'

const access = [
  { network: 2, name: 'Public', text: 'Everyone but guests may join' },
  { network: 0, name: 'Private', text: 'Only the people you add' },
] as const

type ProjectAccessProps = {
  value: 0 | 2
  onChange: (network: 0 | 2) => void
  /** Without its label, which is elsewhere. */
  bare?: boolean
}

export const ProjectAccess = ({ value, onChange, bare }: ProjectAccessProps) => (
  <fieldset>
    <legend className={bare ? 'sr-only' : 'mb-1.5 font-medium'}>Who may open it</legend>
    <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
      {access.map(({ network, name, text }) => (
        <label
          key={network}
          className={classes(
            'flex gap-2.5 rounded-control p-3 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent',
            value === network ? 'bg-accent-tint' : 'bg-sunken',
          )}
        >
          <input
            type="radio"
            name="network"
            checked={value === network}
            onChange={() => onChange(network)}
            className="mt-[3px] size-3.5 flex-none accent-(--accent) outline-none"
          />
          <span>
            <span className="block font-medium">{name}</span>
            <span className="block text-12 text-ink-2">{text}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)
