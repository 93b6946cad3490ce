import type { MenuEntry } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toast.tsx'
import type { TakenText } from './exportText.ts'

type Ways = typeof import('./exportText.ts')

/** How the text that is open may be taken along. */
export const exportEntries = (text: TakenText): MenuEntry[] => {
  const by = (take: (ways: Ways) => unknown) => () =>
    void import('./exportText.ts')
      .then(take)
      .catch(() => toast.failure('The text was not exported. The server could not be reached.'))
  return [
    {
      id: 'copy-markdown',
      label: 'Copy as Markdown',
      icon: 'copy',
      run: by(ways => ways.copyMarkdown(text)),
    },
    {
      id: 'export',
      label: 'Export',
      icon: 'download',
      children: [
        { id: 'markdown', label: 'Markdown', run: by(ways => ways.downloadMarkdown(text)) },
        {
          id: 'markdown-plain',
          label: 'Markdown without images',
          run: by(ways => ways.downloadMarkdown({ ...text, images: false })),
        },
        { id: 'html', label: 'HTML', run: by(ways => ways.downloadHtml(text)) },
        { id: 'print', label: 'Print or PDF…', run: by(ways => ways.printText(text)) },
      ],
    },
  ]
}
