import { Link } from 'react-router'
import { classes } from '../ui/classes.ts'
import { chipLook } from '../ui/controls/chipLook.ts'

type ProjectTabsProps = { tabs: readonly { label: string; count: number; href: string; on: boolean }[] }

/** All, joined and archived projects: each tab has its address. */
export const ProjectTabs = ({ tabs }: ProjectTabsProps) => (
  <nav
    aria-label="Which projects"
    className="mx-4 mt-1 mb-1 flex w-fit gap-px rounded-control bg-press p-0.5 max-md:mt-0 max-md:mb-2.5 max-md:gap-2 max-md:bg-transparent max-md:p-0"
  >
    {tabs.map(({ label, count, href, on }) => (
      <Link
        key={label}
        to={href}
        aria-current={on ? 'page' : undefined}
        className={classes(
          'grid h-6 place-items-center rounded-tag px-2',
          chipLook(on),
          on ? 'bg-thumb text-ink shadow-[inset_0_0_0_1px_var(--edge)]' : 'text-ink-2 hover:text-ink',
        )}
      >
        <span className="num">
          {label} {count || ''}
        </span>
      </Link>
    ))}
  </nav>
)
