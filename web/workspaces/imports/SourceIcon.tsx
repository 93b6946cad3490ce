import type { ImportSource } from '#contract/workspace/imports.ts'

/** Each tool's mark as an outline, without its colours. */
const outlines: Record<ImportSource, string> = {
  plane: 'M3 9h6V3h12v12h-6v6H3zM9 9h6v6',
  linear: 'M3.2 13.5l7.3 7.3M3.8 8.8l11.4 11.4M5.7 5.7l12.6 12.6A9 9 0 0 0 5.7 5.7z',
  jira: 'M12 2.8 21.2 12 12 21.2 2.8 12zM12 8.8 15.2 12 12 15.2 8.8 12z',
  github:
    'M15 21v-3.6c0-1-.3-1.8-.9-2.3 3-.4 5-1.8 5-5.3 0-1.3-.4-2.4-1.2-3.200.1-.9.1-2-.3-3-1.200 0-2.300.6-3.200 1.300a11 11 0 0 0-4.800 0C8.700 4.200 7.600 3.600 6.400 3.600c-.400 1-.400 2.100-.300 3-.800.800-1.200 1.900-1.200 3.200 0 3.500 2 4.900 5 5.300-.600.500-.900 1.300-.900 2.300V21M9 18.500c-2.600.900-3.600-.700-4.600-1.700',
  gitlab: 'M12 20.500 3 13.600 6 4l2.400 6.500h7.200L18 4l3 9.600z',
  trello:
    'M5 3.500h14a1.500 1.500 0 0 1 1.500 1.500v14a1.500 1.500 0 0 1-1.500 1.500H5A1.500 1.500 0 0 1 3.500 19V5A1.500 1.500 0 0 1 5 3.500zM8.500 8v8.500M15.500 8v4.500',
  asana:
    'M12 3.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM6.500 13a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM17.500 13a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7z',
  pages:
    'M5 3.500h14a1.500 1.500 0 0 1 1.500 1.500v14a1.500 1.500 0 0 1-1.500 1.500H5A1.500 1.500 0 0 1 3.500 19V5A1.500 1.500 0 0 1 5 3.500zM9 16.500v-9l6 9v-9',
  csv: 'M6 21.500A1.500 1.500 0 0 1 4.500 20V4A1.500 1.500 0 0 1 6 2.500h8l5.500 5.500v12a1.500 1.500 0 0 1-1.500 1.500zM14 2.500V8h5.500M8.500 13h2M13.500 13h2M8.500 17h2M13.500 17h2',
}

export const SourceIcon = ({ source, className }: { source: ImportSource; className?: string }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    className={`size-4 flex-none ${className ?? ''}`}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={outlines[source]} />
  </svg>
)
