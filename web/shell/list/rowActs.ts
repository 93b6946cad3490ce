/** What rows ask of the list around them. */
import { createContext, useContext } from 'react'

/** With Shift from the last one chosen to here. */
export type Select = (id: string, event: { shiftKey?: boolean }) => void

export type RowActs = { onMenu: (button: Element) => void; onSelect: Select }
const Acts = createContext<RowActs>({ onMenu: () => {}, onSelect: () => {} })
export const RowActsOf = Acts.Provider
export const useRowActs = () => useContext(Acts)
