import { useState } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import type { RelationType } from '#contract/work/relations.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { IssueSearch } from './IssueSearch.tsx'
import { relate } from './issuePartActions.ts'
import { relationKinds, relationWords } from './relationWords.ts'

type RelationSearchProps = { issue: Issue; type: RelationType | null; onClose: () => void }

/** Finds the other end of a relation; until a kind is chosen it may be any. */
export const RelationSearch = ({ issue, type, onClose }: RelationSearchProps) => {
  const [chosen, setChosen] = useState<RelationType>(type ?? 'blocked_by')
  return (
    <IssueSearch
      issue={issue}
      what="issue_relation"
      title={relationWords[chosen].find}
      confirm="Relate"
      aside={
        <Picker
          label="Relation type"
          options={relationKinds.map(kind => ({ id: kind, name: relationWords[kind].find }))}
          value={[chosen]}
          onPick={([kind]) => kind && setChosen(kind as RelationType)}
        >
          <Button variant="neutral" aria-label={`Relation type: ${relationWords[chosen].find}`}>
            {relationWords[chosen].find}
            <Icon name="chevron-down" size={12} className="text-ink-3" />
          </Button>
        </Picker>
      }
      onPick={found => {
        for (const other of found) relate(issue, chosen, other)
      }}
      onClose={onClose}
    />
  )
}
