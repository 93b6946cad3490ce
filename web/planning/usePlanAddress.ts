import { useSearchParams } from 'react-router'

/** The display of a list of cycles or modules, in its address. */
export const usePlanAddress = () => {
  const [address, setAddress] = useSearchParams()
  const change = (patch: Record<string, string | null>) => {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(patch)) value ? next.set(name, value) : next.delete(name)
    setAddress(next, { replace: true })
  }
  return [address, change] as const
}

export const toggled = (list: readonly string[], one: string) =>
  (list.includes(one) ? list.filter(other => other !== one) : [...list, one]).join(',') || null
