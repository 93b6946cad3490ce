export { safeUrl } from './attributes.ts'
export { hasWideSpan, isBeyondReading } from './bounds.ts'
export { FILE } from './fileBlock.ts'
export { readForeign, setStylesAside, withoutStyles } from './foreign/index.ts'
export { CONTENTS, type Heading, headingsIn, headingsOf, listOfHeadings } from './headings.ts'
export {
  broughtBy,
  countedIn,
  isTooLong,
  type Length,
  lengthOf,
  refusalOfHtml,
  refusalOfJson,
  TOO_LONG,
} from './length.ts'
export {
  ISSUE,
  imageAddressOf,
  issueEmbed,
  issueMention,
  mentionAt,
  NAMELESS,
  type NamedAttributes,
  namedAddress,
  namedIn,
  PAGE,
  pageMention,
  personMention,
  projectOf,
  type TextPlace,
} from './named.ts'
export { followSaved, markOf } from './saved.ts'
export {
  documentExtensions,
  documentSchema,
  FRAGMENT,
  MentionNode,
  SCHEMA_VERSION,
} from './schema.ts'
export { shallow } from './shallow.ts'
export { editState, emptyNode, nodeOf, openState, sharesHistory, stateOf } from './state.ts'
export {
  clientsIntroduced,
  hasDeleted,
  keepsTooMuch,
  MOST_CLIENTS_BY_CALL,
  type ReadUpdate,
  readUpdate,
  type Structs,
} from './structs.ts'
export { eachTag } from './tags.ts'
export { embeddedIssuesOf, mentionedPagesOf, mentionsOf, toText } from './text.ts'
export {
  bringsUnknown,
  holdsUnknown,
  leavesBlockFirst,
  schemaNumberBrought,
  schemaNumberOf,
} from './unknown.ts'
