import { type ReactNode, type Ref, useMemo, useState } from 'react'
import { plainName } from '#contract/text/signs.ts'
import { findOffers, type OfferGroup } from './findOffers.ts'
import { type GridHandle, LogoGrid } from './LogoGrid.tsx'
import { recentOf } from './recentLogos.ts'

export type { GridHandle }
export type OffersProps = {
  ref?: Ref<GridHandle>
  query: string
  chosen: string | null
  /** The sign under the pointer or with the focus, by its name. */
  onPoint: (name: string) => void
  /** Back to the search. */
  onLeave: () => void
  onPick: (id: string) => void
}

type OfKind = {
  kind: 'emoji' | 'icon'
  label: string
  groups: readonly OfferGroup[]
  face: (id: string) => ReactNode
}

/** The matches, else all of them with the recent ones first. */
export const Offers = ({ kind, groups, query, chosen, ...rest }: OffersProps & OfKind) => {
  const [recent] = useState(() => recentOf(kind))
  const wanted = query.trim()
  const shown = useMemo((): readonly OfferGroup[] => {
    if (wanted) return [{ name: 'Results', offers: findOffers(groups, wanted) }]
    const known = new Map(groups.flatMap(({ offers }) => offers.map(offer => [offer.id, offer] as const)))
    const again = recent.flatMap(id => known.get(id) ?? [])
    return again.length > 0 ? [{ name: 'Recent', offers: again }, ...groups] : groups
  }, [groups, recent, wanted])
  // Icons are known by several spellings of one name.
  const plain = kind === 'icon' ? plainName : (id: string) => id
  const count = shown.reduce((sum, { offers }) => sum + offers.length, 0)
  return (
    <>
      <span role="status" className="sr-only">
        {wanted && (count === 1 ? '1 found' : `${count} found`)}
      </span>
      {count === 0 ? (
        <p className="h-72 px-3 py-3 text-ink-3">No results for “{wanted}”.</p>
      ) : (
        <LogoGrid
          key={wanted}
          {...rest}
          groups={shown}
          isChosen={id => chosen !== null && plain(id) === plain(chosen)}
        />
      )}
    </>
  )
}
