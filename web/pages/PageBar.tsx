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

/** What the server says of the text itself: it may hold what only a newer Tandem may change. */
const useMayWrite = (open: OpenText | null) => useSnapshot(open?.connection.state ?? unopened).mayWrite
const unopened = proxy({ mayWrite: false })

/** Above the text: its outline where there is no room for it beside the text, and what formats it. */
export const PageBar = ({ open, mayWrite, isWide }: BarProps) => {
  const isOpen = useMayWrite(open) && mayWrite
  return (
    <div
      className={classes(
        'flex h-10 flex-none items-center shadow-[inset_0_-1px_0_var(--line)]',
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

/** Beside what formats the text an icon is enough; alone it says what it opens. */
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
