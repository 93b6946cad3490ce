/** Addresses within an archive, while its texts are read: no reader of ours knows them, so they are as addresses of nowhere. */

const NOWHERE = 'https://archive.invalid/'
/** Longer ones are dropped by every reader of links. */
const LONGEST = 1_500

/** What an address is used for: a picture shows, a link leads. */
export type AddressKind = 'picture' | 'link' | 'name'

const WITH_SCHEME = /^[a-z][a-z\d+.-]*:/i
/** Pages of the tool that an archive comes from, by their ids. */
const ITS_OWN = /^https?:\/\/(?:www\.)?notion\.(?:so|site)\/[^\s?#]*[0-9a-f]{32}/i

/** The address to be in a text for one of its archive; any other stays. */
export const setAside = (address: string, kind: AddressKind): string => {
  const isWithin = kind === 'name' || !(WITH_SCHEME.test(address) || /^(?:#|\/\/)/.test(address.trim()))
  if (!isWithin && !ITS_OWN.test(address)) return address
  return address.length > LONGEST ? '' : `${NOWHERE}${kind}/${encodeURIComponent(address.toWellFormed())}`
}

/** The address that was set aside; null for any other. */
export const asideOf = (address: unknown): { kind: AddressKind; address: string } | null => {
  if (typeof address !== 'string' || !address.startsWith(NOWHERE)) return null
  const [kind = '', coded = ''] = address.slice(NOWHERE.length).split('/', 2)
  try {
    return { kind: kind as AddressKind, address: decodeURIComponent(coded) }
  } catch {
    return null
  }
}
