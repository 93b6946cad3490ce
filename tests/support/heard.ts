import type { Seat } from './browser.ts'

type Value = { value?: unknown }
type Node = {
  ignored: boolean
  backendDOMNodeId?: number
  role?: Value
  name?: Value
  description?: Value
  properties?: { name: string; value: Value }[]
}

/** The things of one role that a browser informs somebody who cannot see, in their order. */
export const heard = async ({ page }: Seat, role: string): Promise<Record<string, unknown>[]> => {
  const line = await page.context().newCDPSession(page)
  // The words of a value are known by the element alone: the tree leaves them out.
  const wordsOf = async ({ backendDOMNodeId: backendNodeId }: Node) => {
    if (role !== 'slider' || backendNodeId === undefined) return {}
    const { node } = await line.send('DOM.describeNode', { backendNodeId })
    const { attributes = [] } = node
    return { valuetext: attributes[attributes.indexOf('aria-valuetext') + 1] }
  }
  try {
    const { nodes }: { nodes: Node[] } = await line.send('Accessibility.getFullAXTree')
    const found = nodes.filter(node => !node.ignored && node.role?.value === role)
    return await Promise.all(
      found.map(async node => ({
        name: node.name?.value,
        description: node.description?.value,
        ...Object.fromEntries((node.properties ?? []).map(one => [one.name, one.value.value])),
        ...(await wordsOf(node)),
      })),
    )
  } finally {
    await line.detach()
  }
}

/** As often as Tab is pressed at most where it leads once round a full screen. */
export const FAR = 120
/** After so many steps what is looked for is found anew. */
const AGAIN = 10

/** Presses Tab, or Shift+Tab, until this has the focus, as somebody without a pointer does; never more often than anyone would. */
export const tabTo = async ({ page }: Seat, role: string, name: RegExp, limit = 60, key = 'Tab') => {
  const named = page.getByRole(role as 'slider', { name })
  // To find by role and name costs far more than a look at the focus: that is done again only where it may have changed.
  let wanted = await named.elementHandles()
  const focus = () =>
    page.evaluate(
      all =>
        all.map(one => (one === document.activeElement ? 'here' : one.isConnected ? 'elsewhere' : 'gone')),
      wanted,
    )
  for (let n = 1; n <= limit; n++) {
    await page.keyboard.press(key)
    let found = await focus()
    if (n % AGAIN === 0 || found.every(one => one === 'gone')) {
      wanted = await named.elementHandles()
      found = await focus()
    }
    if (found.includes('here')) return
  }
  throw new Error(`Tab does not lead to ${role} ${name}`)
}
