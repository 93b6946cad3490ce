import { Link } from 'react-router'
import type { IssueParts } from '../fields/rowProps.ts'

type RowTitleProps = Pick<IssueParts, 'issue' | 'href' | 'active' | 'onOpen' | 'onFocus'> & {
  /** The column of the table that it stands in. */
  'data-column'?: string
  /** `row-link` where it lies over the whole row. */
  className: string
}

/** The name of an issue in its row: the link that a click on the row follows, and the row's place in the tab order. */
export const RowTitle = ({ issue, href, active, onOpen, onFocus, className, ...rest }: RowTitleProps) => (
  <Link
    to={href}
    data-title
    draggable={false}
    tabIndex={active === undefined ? undefined : active ? 0 : -1}
    title={issue.name}
    onClick={onOpen && (event => onOpen(issue.id, event))}
    onFocus={onFocus && (() => onFocus(issue.id))}
    className={className}
    {...rest}
  >
    {issue.name}
  </Link>
)
