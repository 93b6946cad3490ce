import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { personColour, variables } from '../colours.ts'
import { Icon } from '../icons.tsx'

export type Person = {
  id: string
  display_name: string
  first_name?: string
  last_name?: string
  avatar_url?: string | null
  /** A program: its mark is square and never in a person's colour. */
  is_bot?: boolean
}

export const initials = ({ display_name, first_name, last_name }: Person) => {
  const words = [first_name, last_name].filter(Boolean).join(' ') || display_name
  const [one = '?', two] = words.split(/[\s._-]+/).filter(Boolean)
  return (two ? one.slice(0, 1) + two.slice(0, 1) : one.slice(0, 2)).toUpperCase()
}

const sizes = {
  16: 'size-4 text-[7.5px]',
  20: 'size-5 text-[9px]',
  24: 'size-6 text-[10px]',
  32: 'size-8 text-[13px]',
  48: 'size-12 text-[16px]',
  64: 'size-16 text-[24px]',
}
const agentLook = {
  16: { box: 'size-4 rounded-[5px]', icon: 12 },
  20: { box: 'size-5 rounded-[6px]', icon: 14 },
  24: { box: 'size-6 rounded-[7px]', icon: 16 },
  32: { box: 'size-8 rounded-[9px]', icon: 20 },
  48: { box: 'size-12 rounded-[12px]', icon: 20 },
  64: { box: 'size-16 rounded-[16px]', icon: 20 },
} as const
const round = 'grid flex-none place-items-center rounded-full font-semibold leading-none tracking-[.01em]'

type AvatarProps = {
  person?: Person | null
  size?: keyof typeof sizes
  /** Solid: this person is looking at the same thing now. */
  here?: boolean
  /** When the name already is beside it. */
  silent?: boolean
  className?: string
}

export const Avatar = ({ person, size = 20, here, silent, className }: AvatarProps) => {
  const named = (name: string) => (silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })
  if (!person)
    return (
      <span
        {...named('Unassigned')}
        className={classes(
          round,
          sizes[size],
          'text-ink-3/75 shadow-[inset_0_0_0_1.25px_color-mix(in_srgb,var(--line-strong)_75%,transparent)]',
          className,
        )}
      >
        <Icon name="user-round" size={size > 16 ? 12 : 10} />
      </span>
    )
  if (person.is_bot && !person.avatar_url) {
    const { box, icon } = agentLook[size]
    return (
      <span
        {...named(`${person.display_name}, agent`)}
        data-agent
        className={classes('grid flex-none place-items-center bg-press text-ink-2', box, className)}
      >
        <Icon name="bot" size={icon} />
      </span>
    )
  }
  return (
    <span
      {...named(person.display_name)}
      className={classes(round, sizes[size], here ? 'avatar-here' : 'avatar', className)}
      style={variables({ '--person': personColour(person.id) })}
    >
      {person.avatar_url ? (
        <img src={person.avatar_url} alt="" className="size-full rounded-full object-cover" />
      ) : (
        // By a pseudo-element, so that the name alone is read and copied.
        <span data-initials={initials(person)} className="before:content-[attr(data-initials)]" />
      )}
    </span>
  )
}

/** Shown after the name of a program where it speaks. */
export const AgentMark = () => (
  <span className="flex-none rounded-tag bg-press px-1.5 font-medium text-11 text-ink-2">Agent</span>
)

type AvatarStackProps = {
  people: readonly Person[]
  size?: 16 | 20 | 24
  max?: number
  here?: boolean
  /** Presence is apart; assignees overlap. */
  apart?: boolean
  empty?: ReactNode
}

export const AvatarStack = ({ people, size = 20, max = 3, here, apart, empty }: AvatarStackProps) => {
  if (people.length === 0) return empty === undefined ? <Avatar size={size} /> : empty
  const shown = people.length > max ? people.slice(0, max - (apart ? 0 : 1)) : people
  const rest = people.length - shown.length
  const ring = apart || people.length === 1 ? '' : 'shadow-[0_0_0_2px_var(--under,var(--bg))]'
  return (
    <span className={classes('flex flex-none', apart ? 'gap-0.5' : '-space-x-[5px]')}>
      {shown.map(person => (
        <Avatar key={person.id} person={person} size={size} here={here} className={ring} />
      ))}
      {rest > 0 && (
        <span className={classes(round, sizes[size], 'num bg-raised text-ink-2', ring)}>
          <span className="grid size-full place-items-center rounded-full bg-press">+{rest}</span>
        </span>
      )}
    </span>
  )
}
