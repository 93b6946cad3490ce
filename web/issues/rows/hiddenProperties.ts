import { createContext, useContext } from 'react'
import type { DisplayProperty } from '#contract/planning/userProperties.ts'

const Hidden = createContext<ReadonlySet<DisplayProperty>>(new Set())

/** Around a list: the properties that its rows and cards leave out. */
export const HiddenProperties = Hidden.Provider

/** Does the list around this row or card show the property? */
export const useShows = () => {
  const hidden = useContext(Hidden)
  return (property: DisplayProperty) => !hidden.has(property)
}
