/** Every icon of the set, also by its former names. A large module: it comes when one is shown that the screens lack. */
import * as lucide from 'lucide-react'
import type { ReactNode } from 'react'
import { keysOf } from '#contract/keys.ts'
import { plainName, symbolOfIcon } from '#contract/text/signs.ts'
import type { OfferGroup } from './findOffers.ts'
import type { IconFace } from './LogoMark.tsx'

const { icons, ...exported } = lucide

const byName = new Map<string, lucide.LucideIcon>()
const words = new Map<lucide.LucideIcon, string[]>()

const spoken = (name: string) => (name.match(/[A-Z]?[a-z]+|[A-Z]|\d+/g) ?? []).join(' ').toLowerCase()

const listed = new Set(Object.values(icons))
for (const [name, value] of Object.entries(exported)) {
  const icon = value as lucide.LucideIcon
  // Each is there three times; once is enough.
  if (!listed.has(icon) || name.endsWith('Icon') || name.startsWith('Lucide')) continue
  byName.set(plainName(name), icon)
  words.set(icon, [...(words.get(icon) ?? []), ...spoken(name).split(' ')])
}

const offerOf = (id: keyof typeof icons) => ({ id, name: spoken(id), words: words.get(icons[id]) ?? [] })

const oftenWanted = [
  ...(['BookOpen', 'Notebook', 'FileText', 'ClipboardList', 'Calendar', 'Clock', 'Flag', 'Target'] as const),
  ...(['Lightbulb', 'Rocket', 'Sparkles', 'Star', 'Heart', 'Trophy', 'Bell', 'Megaphone'] as const),
  ...(['House', 'Building', 'Users', 'Handshake', 'MessageSquare', 'Mail', 'Globe', 'MapPin'] as const),
  ...(['Code', 'Terminal', 'Bug', 'Database', 'Server', 'Cloud', 'Shield', 'KeyRound'] as const),
  ...(['ChartColumn', 'ChartLine', 'Wallet', 'Receipt', 'ShoppingCart', 'Package', 'Truck', 'Ship'] as const),
  ...([
    'Palette',
    'Camera',
    'Headphones',
    'FlaskConical',
    'GraduationCap',
    'Wrench',
    'Compass',
    'Anchor',
  ] as const),
]

/** Icons that other clients know as well, under names of their own. */
export const iconGroups: readonly OfferGroup[] = [
  { name: 'Popular', offers: oftenWanted.map(offerOf) },
  {
    name: 'All, by name',
    offers: keysOf(icons)
      .filter(id => symbolOfIcon(id) !== null && !oftenWanted.some(one => one === id))
      .map(offerOf),
  },
]

export const AnyIcon = ({ name, standIn, ...face }: IconFace & { name: string; standIn: ReactNode }) => {
  const Found = byName.get(plainName(name))
  const { size = 16, stroke = 1.75, className } = face
  return Found ? <Found size={size} strokeWidth={stroke} className={className} aria-hidden /> : standIn
}
