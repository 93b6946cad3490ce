import { Icon } from '../../../ui/icons.tsx'

/** Is it kept here? Nothing is fetched from another host: it would learn who reads what, and when. */
export const isKeptHere = (src: string) =>
  /^[\w-]+$/.test(src) || new URL(src, location.origin).origin === location.origin

/** An image of another host: its address, for a reader who wants to go there. */
export const ImageElsewhere = ({ src, alt }: { src: string; alt: string }) => (
  <a
    href={src}
    target="_blank"
    rel="noopener noreferrer nofollow"
    className="flex min-h-10 items-center gap-2 rounded-card bg-sunken px-3 text-13"
  >
    <Icon name="image" className="text-ink-3" />
    <span className="cut min-w-0 text-ink">{alt || 'An image'}</span>
    <span className="ml-auto flex-none text-ink-2">at {new URL(src, location.origin).host}</span>
    <Icon name="external-link" size={14} className="text-ink-3" />
  </a>
)
