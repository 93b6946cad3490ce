/** A list of a noun is in its address: what it is narrowed to, its order and its layout. */
import { useSearchParams } from 'react-router'

/** A change of the address; null takes a word out of it. */
export type AddressChange = Readonly<Record<string, string | null>>

export const changed = (address: URLSearchParams, patch: AddressChange): URLSearchParams => {
  const next = new URLSearchParams(address)
  for (const [name, value] of Object.entries(patch)) value ? next.set(name, value) : next.delete(name)
  return next
}

export const useListAddress = () => {
  const [address, setAddress] = useSearchParams()
  return [address, (patch: AddressChange) => setAddress(changed(address, patch), { replace: true })] as const
}

/** One of these words; the usual one, which the address leaves out, for any other. */
export const oneOf = <T extends string>(given: string | null, of: readonly T[], usual: T): T =>
  of.find(one => one === given) ?? usual
