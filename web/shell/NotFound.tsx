import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { to } from '../places/address.ts'
import { EmptyState, PageDrawing } from '../ui/marks/EmptyState.tsx'

type NotFoundProps = {
  title?: string
  text?: ReactNode
  back?: { label: string; href: string }
  also?: ReactNode
}

export const NotFound = ({
  title = 'Page not found',
  text = 'It was moved or deleted, or it is not shared with you.',
  back = { label: 'Go home', href: to('start') },
  also,
}: NotFoundProps) => (
  <div className="flex min-h-full flex-1 flex-col">
    <EmptyState
      drawing={<PageDrawing />}
      title={title}
      actions={
        <>
          {also}
          <Link to={back.href} className="flex h-8 items-center rounded-control bg-press px-3 hover:text-ink">
            {back.label}
          </Link>
        </>
      }
    >
      {text}
    </EmptyState>
  </div>
)
