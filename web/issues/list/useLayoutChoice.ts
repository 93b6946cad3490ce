import { useEffect } from 'react'
import { ordersOf } from '#contract/lists/issueOrder.ts'
import { layouts } from '../layouts/layouts.ts'
import { layoutLooks, layoutParts } from '../layouts/looks.ts'
import type { Layout, ListContext } from '../view/contexts.ts'
import { isNamedOrder } from '../view/orderMenu.ts'
import type { ChangingView } from '../view/view.ts'

/** The layout of a list, and the ones to choose from. */
export const useLayoutChoice = (context: ListContext, { layout, query, change }: ChangingView) => {
  const look = { ...layoutLooks[layout], ...layouts[layout] }
  const { load } = look
  useEffect(() => void load?.(), [load])
  const setLayout = (next: Layout) => {
    if (context.view?.locked || !context.layouts.includes(next)) return
    const orders = ordersOf(query)
    const named = orders.filter(isNamedOrder)
    change({
      layout: next,
      // Only the table names the columns that it is sorted by.
      ...(next !== 'spreadsheet' && named.length < orders.length
        ? { order_by: named.join(',') || context.standardOrder }
        : {}),
    })
  }
  return { ...look, parts: layoutParts.filter(part => context.layouts.includes(part.id)), setLayout }
}
