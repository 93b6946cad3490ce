import type { Action } from '#contract/permissions.ts'
import type { RowTypes } from '../data/entities.ts'
import type { IconName } from '../ui/icons.tsx'

/**
 * The people a screen is for; others are led to where they belong. What is for newcomers is open to whoever is signed in,
 * the rest of it to those whose first steps are behind them.
 */
type Who = 'founder' | 'signedOut' | 'newcomer' | 'signedIn' | 'anyone' | 'instanceAdmin'

/** Where places are offered, beside the links of the screens themselves; in the order of the table. */
export type PlaceList =
  | 'top'
  | 'workspace'
  | 'project'
  | 'projectMenu'
  | SettingsList
  | 'commands'
  | 'instance'
/** The entries of a settings navigation; they share one frame. */
export type SettingsList = 'accountSettings' | 'workspaceSettings' | 'projectSettings'

/** A feature that a project may have off. */
type Feature = {
  [Name in keyof RowTypes['project']]: Name extends `${string}_view` ? Name : never
}[keyof RowTypes['project']]

export type PlaceWords = {
  /** Other addresses of it, with the same parameters: they lead to the first. */
  also?: readonly string[]
  /** Without a word: people who are signed in and know their way. */
  who?: Who
  label: string
  /** Where the label alone would not say: in the command menu and among the keys. */
  called?: string
  icon?: IconName
  keys?: string
  /** Other words that it is looked for by. */
  words?: readonly string[]
  listed?: readonly PlaceList[]
  /** In a list only this very address counts as here. */
  exact?: true
  /** The other parts of its address, for opening it by its name alone. */
  begins?: (me: string) => Record<string, string>
  /** It is called after its content: the screen sets its title. */
  named?: true
  /** The shape of its skeleton; rows by default. */
  shape?: 'text' | 'narrow' | 'issues'
  may?: Action
  feature?: Feature
}

export const place = <Path extends string>(one: PlaceWords & { path: Path }) => one
