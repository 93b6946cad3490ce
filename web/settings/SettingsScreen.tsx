import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useKeys } from '../shell/keyboard.ts'
import { OtherProjects } from '../shell/OtherProjects.tsx'
import { ShowSidebar } from '../shell/sidebar/ShowSidebar.tsx'
import { toggleSidebar } from '../shell/sidebar/sidebar-state.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Icon } from '../ui/icons.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { useSavingWords } from './saving.ts'
import { useSettingsOwner, useWayBack } from './settingsOwner.tsx'

type SettingsScreenProps = {
  title: string
  /** One sentence. */
  intro?: ReactNode
  count?: number | string | undefined
  /** Controls of the whole page, on the title's line. */
  controls?: ReactNode
  /** The button of the header, where the values go together. */
  primary?: ReactNode
  /** Beside "Settings" where it is one below a section: a webhook. */
  under?: { label: string; href: string }
  /** Room for a rail beside the work. */
  wide?: boolean
  children: ReactNode
}

/** A section of the settings: its owner, its head, and one column for forms and lists alike. */
export const SettingsScreen = ({
  title,
  intro,
  count,
  controls,
  primary,
  under,
  wide,
  children,
}: SettingsScreenProps) => {
  const go = useNavigate()
  const back = useWayBack()
  useKeys({ esc: () => void go(back) })
  return (
    <>
      <SettingsHeader title={title} count={count} primary={primary} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-bg px-8 pt-4 pb-16 max-md:px-4 max-md:pt-1">
        <div
          className={`mx-auto ${wide ? 'max-w-282' : 'max-w-200'} ${intro ? '' : '[&>section:first-of-type]:mt-3'}`}
        >
          {under && (
            <Link to={under.href} className="inline-flex h-7 items-center gap-1 text-ink-2 hover:text-ink">
              <Icon name="chevron-left" size={14} /> {under.label}
            </Link>
          )}
          <div className="flex flex-col max-md:flex-col-reverse">
            <div className="flex min-h-7 items-center gap-2 max-md:min-h-0 max-md:justify-between">
              <h2 className="cut font-semibold text-20 max-md:sr-only">{title}</h2>
              {count !== undefined && <Count value={count} className="mt-0.5 max-md:hidden" />}
              <span className="flex-1 max-md:hidden" />
              {controls}
            </div>
            {intro && <p className="mt-0.5 max-w-160 text-pretty text-ink-2 max-md:mb-2">{intro}</p>}
          </div>
          {children}
        </div>
      </div>
    </>
  )
}

const SettingsHeader = ({
  title,
  count,
  primary,
}: Pick<SettingsScreenProps, 'title' | 'count' | 'primary'>) => {
  const owner = useSettingsOwner()
  const words = useSavingWords()
  return (
    <header className="flex h-11 flex-none items-center gap-1 pr-3 pl-4 max-desk:pl-1 max-md:h-13 max-md:gap-0 max-md:pr-1.5">
      <IconButton
        icon="arrow-left"
        size="touch"
        label="All settings"
        onClick={toggleSidebar}
        className="desk:hidden"
      />
      <ShowSidebar />
      <div className="flex min-w-0 items-center gap-1.5 whitespace-nowrap text-ink-2 max-md:flex-col-reverse max-md:items-start max-md:gap-0">
        {owner && (
          <span className="flex min-w-0 items-center max-md:-mt-1.5 max-md:max-w-full">
            <Link
              to={owner.href}
              className="flex min-w-0 items-center gap-1.5 rounded-tag hover:text-ink max-md:h-6 max-md:min-w-6 max-md:text-12 max-md:text-ink-3"
            >
              <span className="max-md:hidden">{owner.mark}</span>
              <span className="cut max-w-60">{owner.name}</span>
            </Link>
            {owner.projectId && <OtherProjects projectId={owner.projectId} />}
          </span>
        )}
        <Icon name="chevron-right" size={12} className="text-ink-3 max-md:hidden" />
        <h1 className="cut font-medium text-ink max-md:font-semibold max-md:text-15">
          <span className="max-md:hidden">Settings</span>
          <span className="md:hidden">
            {title}
            {count !== undefined && <Count value={count} className="ml-1" />}
          </span>
        </h1>
      </div>
      <span className="flex-1" />
      <span role="status" className="mr-2 flex-none text-12 text-ink-3">
        {words}
      </span>
      {primary}
    </header>
  )
}

type SettingsSectionProps = {
  title?: string
  count?: number | string
  text?: ReactNode
  controls?: ReactNode
  children: ReactNode
}

export const SettingsSection = ({ title, count, text, controls, children }: SettingsSectionProps) => (
  <section className="mt-6" aria-label={title}>
    {title && (
      <div className="flex min-h-8 items-center gap-2">
        <h3 className="font-medium">{title}</h3>
        {count !== undefined && <Count value={count} />}
        <span className="flex-1" />
        {controls}
      </div>
    )}
    {text && <p className="-mt-0.5 mb-2.5 max-w-160 text-pretty text-ink-2">{text}</p>}
    {children}
  </section>
)
