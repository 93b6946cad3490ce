import { classes } from '../classes.ts'

type WorkspaceMarkProps = { workspace: { name: string; logo_url?: string | null }; size?: 18 | 20 | 44 | 64 }

const sizes = {
  18: 'size-[18px] rounded-tag text-[10px]',
  20: 'size-5 rounded-[5px] text-11',
  44: 'size-11 rounded-[10px] text-[22px]',
  64: 'size-16 rounded-card text-26',
}

/** The logo of a workspace, or its first letter. */
export const WorkspaceMark = ({ workspace: { name, logo_url }, size = 18 }: WorkspaceMarkProps) =>
  logo_url ? (
    <img src={logo_url} alt="" className={classes('flex-none object-cover', sizes[size])} />
  ) : (
    <span
      aria-hidden="true"
      className={classes(
        'grid flex-none place-items-center bg-ink font-semibold leading-none text-bg',
        sizes[size],
      )}
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
