import type { RowTypes } from '../data/entities.ts'
import { useMayCompose } from '../home/compose.ts'
import { Header } from '../shell/Header.tsx'
import { openIssueForm } from '../shell/overlays.ts'
import { CsvButton } from './CsvButton.tsx'

type PersonHeaderProps = { person: RowTypes['user']; title: string }

export const PersonHeader = ({ person, title }: PersonHeaderProps) => (
  <Header
    section={title}
    controls={<CsvButton person={person} />}
    {...(useMayCompose() ? { primary: { label: 'New issue', keys: 'c', run: () => openIssueForm() } } : {})}
  />
)
