import { useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { chooseFiles } from '../editor/blocks/files.ts'
import type { OpenText } from '../editor/DocumentEditor.tsx'
import { EditorToolbar } from '../editor/EditorToolbar.tsx'
import { Outline } from '../editor/Outline.tsx'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import { Popover } from '../ui/popups/Popover.tsx'

type BarProps = { open: OpenText | null; mayWrite: boolean; isWide: boolean }

/** The server's right to write may be narrower: a text may hold blocks that only a newer Tandem may change. */
const useMayWrite = (open: OpenText | null) => useSnapshot(open?.connection.state ?? unopened).mayWrite
const unopened = proxy({ mayWrite: false })

/** Above the text: its outline where there is no room for it beside the text, and the format toolbar. */
export const PageBar = ({ open, mayWrite, isWide }: BarProps) => {
  const isOpen = useMayWrite(open) && mayWrite
  return (
    <div
      className={classes(
        'page-bar off-paper flex h-10 flex-none items-center max-md:h-11 shadow-[inset_0_-1px_0_var(--line)]',
        !mayWrite && isWide && 'xl:hidden',
      )}
    >
      {!open && mayWrite && <BarSkeleton />}
      {open && (
        <>
          <OutlineButton
            open={open}
            isNamed={!isOpen}
            className={classes('ml-2 flex-none', isWide && 'xl:hidden')}
          />
          {isOpen && (
            <div className="min-w-0 flex-1">
              <EditorToolbar
                bare
                editor={open.editor}
                onImage={() => chooseFiles(open.editor, 'image')}
                onMention={() => open.editor.chain().focus().insertContent('@').run()}
              />
            </div>
          )}
        </>
      )}
    </div>
  )
}

const BarSkeleton = () => (
  <span aria-hidden="true" className="flex items-center gap-4 pl-4">
    <Skeleton className="w-10" />
    {[...Array(10).keys()].map(at => (
      <Skeleton key={at} className="!size-4 !rounded-tag" />
    ))}
  </span>
)

type OutlineButtonProps = { open: OpenText; isNamed: boolean; className: string }

/** Beside the toolbar an icon is enough; alone the button has its name. */
const OutlineButton = ({ open, isNamed, className }: OutlineButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={className}>
      <Popover
        label="On this page"
        open={isOpen}
        onOpenChange={setOpen}
        className="w-64 overflow-y-auto p-2"
        trigger={
          isNamed ? (
            <Button size="small" icon="panel-left">
              On this page
            </Button>
          ) : (
            <IconButton icon="panel-left" label="On this page" />
          )
        }
      >
        {isOpen && <Outline editor={open.editor} onChoose={() => setOpen(false)} />}
      </Popover>
    </div>
  )
}
