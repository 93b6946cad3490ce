import type { ReactNode } from 'react'

/** A sheet with lines and two carets: a page. */
export const PageDrawing = () => (
  <svg
    width="440"
    height="204"
    viewBox="0 0 440 204"
    fill="none"
    aria-hidden="true"
    className="h-auto max-w-full"
  >
    <rect x="90" width="260" height="204" rx="8" fill="var(--bg-sunken)" />
    <rect x="118" y="30" width="132" height="12" rx="6" fill="var(--pr-off)" />
    {[62, 80, 98, 130, 148].map((y, at) => (
      <rect key={y} x="118" y={y} width={[204, 188, 96, 204, 140][at]} height="8" rx="4" fill="var(--line)" />
    ))}
    <rect x="218" y="94" width="2" height="16" fill="var(--p5)" />
    <rect x="218" y="84" width="34" height="11" rx="3" fill="var(--p5)" />
    <rect x="262" y="144" width="2" height="16" fill="var(--p3)" />
    <rect x="262" y="134" width="40" height="11" rx="3" fill="var(--p3)" />
  </svg>
)

type EmptyStateProps = {
  drawing?: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  foot?: ReactNode
}

export const EmptyState = ({ drawing, title, children, actions, foot }: EmptyStateProps) => (
  <div className="flex flex-1 flex-col items-center justify-center px-4 pb-14 text-center">
    {drawing}
    <h2 className="mt-7 font-semibold text-20">{title}</h2>
    {children && <div className="mt-1 max-w-110 text-balance text-14 text-ink-2">{children}</div>}
    {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    {foot && <div className="mt-7 flex gap-1.5 text-ink-2">{foot}</div>}
  </div>
)
