import { useSnapshot } from 'valtio'
import type { Page } from '#contract/text/pages.ts'
import { TOO_LONG } from '#document'
import type { OpenText } from '../editor/DocumentEditor.tsx'
import type { DocumentConnection } from '../editor/sync/connection.ts'
import { statusText } from '../editor/sync/statusText.ts'
import { Button } from '../ui/controls/Button.tsx'
import { copyText } from '../ui/copy.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Popover } from '../ui/popups/Popover.tsx'
import { PageInfo } from './PageInfo.tsx'
import type { TitleState } from './PageTitle.tsx'

const iconOf = (state: DocumentConnection['state'], words: string): IconName => {
  if (state.tooLong) return 'circle-alert'
  if (state.status !== 'connected') return state.online ? 'cloud-off' : 'wifi-off'
  if (!state.mayWrite) return 'eye'
  return words === 'Saved' ? 'cloud-check' : 'cloud-upload'
}

const whyReadOnly = (page: Page, mayEver: boolean) => {
  if (page.archived_at) return 'This page is archived. It can be read but not changed.'
  if (page.is_locked) return 'This page is locked. Nobody can change it until its owner unlocks it.'
  if (!mayEver) return 'You can read this page. Only its owner and the members of the project can edit it.'
  return 'This page has content that this version of Tandem does not know. Reload Tandem to edit it.'
}

type PageStateProps = { page: Page; open: OpenText | null; title: TitleState; mayEver: boolean }

/** The state of text and title, in a word; behind it the length of the text and its authors. */
export const PageState = ({ open, ...rest }: PageStateProps) =>
  open ? <Known open={open} {...rest} /> : <span role="status">Connecting…</span>

const Known = ({ page, open, title, mayEver }: PageStateProps & { open: OpenText }) => {
  const state = useSnapshot(open.connection.state) as DocumentConnection['state']
  const text = statusText(state)
  const isAway = state.status !== 'connected'
  // The title is reported only while nothing keeps the text from being saved.
  const words = !isAway && state.mayWrite && title ? (title === 'saving' ? 'Saving…' : 'Saved') : text
  return (
    <span role="status">
      <Popover
        label="About this page"
        align="end"
        className="w-72 p-3"
        trigger={
          <button type="button" className="flex items-center gap-1 rounded-tag hover:text-ink">
            <Icon name={iconOf(state, words)} size={14} />
            {words}
          </button>
        }
      >
        {!isAway && !state.mayWrite && <p className="mb-2">{whyReadOnly(page, mayEver)}</p>}
        {state.tooLong && (
          <p className="mb-2">
            {TOO_LONG} Your latest changes are only on this device. They are sent once the text is shorter.
          </p>
        )}
        {!isAway && !state.mayWrite && state.waiting > 0 && (
          <div className="mb-2 flex flex-col items-start gap-2">
            Your latest changes are only on this device. They are added when you can edit this page again.
            <Button size="small" icon="copy" onClick={() => void copyText(open.editor.getText(), 'Text')}>
              Copy the text
            </Button>
          </div>
        )}
        <PageInfo page={page} editor={open.editor} />
      </Popover>
    </span>
  )
}
