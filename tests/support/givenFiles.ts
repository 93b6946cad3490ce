import type { Seat } from './browser.ts'

export type Given = { name: string; mimeType: string; buffer: Buffer }

/** Answers the chooser of files that something opens. */
export const choose = async ({ page }: Seat, opens: () => Promise<unknown>, ...files: Given[]) => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opens()])
  await chooser.setFiles(files)
}

/** Files pasted or dropped on the text, as the browser would hand them over. */
export const give = ({ page }: Seat, how: 'paste' | 'drop', files: Given[], html = '') =>
  page.getByRole('textbox', { name: /Page text|Description|omment/ }).evaluate(
    (node, { how, given, html }) => {
      const data = new DataTransfer()
      for (const { name, type, bytes } of given)
        data.items.add(
          new File([Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0))], name, { type }),
        )
      if (html) data.setData('text/html', html)
      const box = node.getBoundingClientRect()
      node.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', {
              dataTransfer: data,
              bubbles: true,
              cancelable: true,
              clientX: box.left + 20,
              clientY: box.top + 8,
            }),
      )
    },
    {
      how,
      html,
      given: files.map(({ name, mimeType, buffer }) => ({
        name,
        type: mimeType,
        bytes: buffer.toString('base64'),
      })),
    },
  )
