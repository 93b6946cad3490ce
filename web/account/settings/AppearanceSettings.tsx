import { chooseTheme } from '../../data/me.ts'
import { SettingsScreen } from '../../settings/SettingsScreen.tsx'
import { useSave } from '../../settings/saving.ts'
import { variables } from '../../ui/colours.ts'
import { derive, type Tokens } from '../../ui/ownTheme/derive.ts'
import { tokensOf } from '../../ui/ownTheme/sheet.ts'
import { type Theme, themeNames, themes, useOwnColours, useTheme } from '../../ui/theme.ts'
import { OwnTheme, UseOwnTheme, useOwnTheme } from './OwnTheme.tsx'

type SampleProps = { theme: Exclude<Theme, 'system' | 'custom'>; own?: Tokens }

/** A window in the theme's own values. */
const Sample = ({ theme, own }: SampleProps) => (
  <span
    data-theme={theme}
    style={own && variables(own)}
    className="grid h-full w-full grid-cols-[32px_1fr] bg-bg text-ink"
  >
    <span className="flex flex-col gap-1.5 bg-sunken p-2">
      <span className="h-1 w-4 rounded-full bg-line-strong" />
      <span className="h-1 w-3 rounded-full bg-line-strong opacity-60" />
      <span className="h-1 w-4 rounded-full bg-line-strong opacity-60" />
    </span>
    <span className="flex flex-col gap-1.5 p-2">
      <span className="h-1 w-10 rounded-full bg-ink" />
      <span className="h-1 w-14 rounded-full bg-ink-3 opacity-60" />
      <span className="h-1 w-12 rounded-full bg-ink-3 opacity-60" />
      <span className="mt-1 ml-auto h-2 w-6 rounded-[2px] bg-accent" />
    </span>
  </span>
)

const OwnSample = () => {
  const { base, main } = derive(useOwnColours(), tokensOf)
  return <Sample theme={base} own={main} />
}

const Tile = ({ theme, chosen, choose }: { theme: Theme; chosen: boolean; choose: () => void }) => (
  <label className="flex w-30 cursor-pointer flex-col gap-1.5">
    <span
      className={`relative block h-19 overflow-hidden rounded-card after:absolute after:inset-0 after:rounded-card after:shadow-[inset_0_0_0_1px_var(--line)] ${chosen ? 'outline-2 outline-accent outline-offset-1' : ''}`}
    >
      {theme === 'system' ? (
        <>
          <Sample theme="light" />
          <span className="absolute inset-0 [clip-path:polygon(100%_0,100%_100%,0_100%)]">
            <Sample theme="dark" />
          </span>
        </>
      ) : theme === 'custom' ? (
        <OwnSample />
      ) : (
        <Sample theme={theme} />
      )}
    </span>
    <span className="flex items-start gap-2">
      <input
        type="radio"
        name="theme"
        checked={chosen}
        onChange={choose}
        className="mt-[3px] size-3.5 flex-none accent-(--accent)"
      />
      <span className="text-pretty">{themeNames[theme]}</span>
    </span>
  </label>
)

/** How the product looks in every browser of this person. */
export const AppearanceSettings = () => {
  const theme = useTheme()
  const kept = useSave('theme')
  const own = useOwnTheme()
  const choose = (next: Theme) => void kept.save(() => chooseTheme(next))
  return (
    <SettingsScreen
      title="Appearance"
      intro="Saved for you, in every browser that you use."
      primary={
        own.isTried && (
          <span className="flex items-center gap-1 max-md:hidden">
            <span className="mr-2 text-12 text-ink-3">Not in use yet</span>
            <UseOwnTheme own={own} />
          </span>
        )
      }
    >
      <fieldset className="mt-4 flex flex-wrap gap-4 max-lg:max-w-98">
        <legend className="sr-only">Theme</legend>
        {themes.map(one => (
          <Tile key={one} theme={one} chosen={one === theme} choose={() => choose(one)} />
        ))}
      </fieldset>
      {kept.error && (
        <p role="alert" className="mt-2 text-12 text-danger">
          {kept.error}
        </p>
      )}
      <OwnTheme own={own} />
    </SettingsScreen>
  )
}
