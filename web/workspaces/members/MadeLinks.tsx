import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { copyText } from '../../ui/copy.ts'

export type MadeLink = { email: string; link: string }

/** One link as it is, several with the address of each. */
export const copyLinks = (links: readonly MadeLink[]) =>
  links.length === 1
    ? copyText(links[0]!.link, 'Link')
    : copyText(links.map(({ email, link }) => `${email} ${link}`).join('\n'), 'The list of links')

/** The links of invitations that no mail brings, to be handed over. */
export const MadeLinks = ({ links, onClose }: { links: readonly MadeLink[]; onClose: () => void }) => (
  <section aria-label="Links to send" className="mt-3 border-line border-t pt-2 pl-1">
    <div className="flex items-center gap-2">
      <p className="flex-1 text-12 text-ink-2">
        {links.length === 1
          ? 'Send the link to its person: whoever has it can answer the invitation.'
          : 'Send each link to its person: whoever has one can answer that invitation.'}
      </p>
      {links.length > 1 && (
        <Button icon="copy" onClick={() => void copyLinks(links)}>
          Copy all
        </Button>
      )}
      <IconButton icon="x" label="Hide the links" onClick={onClose} />
    </div>
    <ul className="max-h-64 overflow-y-auto">
      {links.map(one => (
        <li key={one.email} className="flex min-h-9 items-center gap-3">
          <span className="cut w-56 flex-none max-md:w-28">{one.email}</span>
          <span className="cut flex-1 text-12 text-ink-3">{one.link}</span>
          <Button
            icon="link"
            aria-label={`Copy the link for ${one.email}`}
            onClick={() => void copyLinks([one])}
          >
            Copy
          </Button>
        </li>
      ))}
    </ul>
  </section>
)
