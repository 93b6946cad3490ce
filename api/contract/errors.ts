/** The closed list of refusals: machine code (sent as X-Error-Code), status and body. */

import { instanceErrors } from './workspace/instanceErrors.ts'

const NOT_FOUND = { error: 'The required object does not exist.' }

export const errors = {
  'auth.required': [401, { detail: 'Authentication credentials were not provided.' }],
  'auth.badToken': [401, { detail: 'Given API token is not valid' }],
  'auth.csrf': [403, { detail: 'CSRF Failed: CSRF token missing or incorrect.' }],
  'auth.foreignOrigin': [403, { detail: 'CSRF Failed: Origin checking failed.' }],
  /** Signed in long ago: the password or a mailed code is asked for. */
  'auth.confirm': [403, { error: 'Confirm that it is you' }],
  /** Signing in and all around it: number and name are in the body. */
  'auth.refused': [400, {}],
  'permission.denied': [403, { error: "You don't have the required permissions." }],
  /** `scope` in the body names it. */
  'permission.scope': [403, {}],
  'permission.tokenProjects': [
    403,
    { error: 'This token is limited to some projects, and this call reaches beyond them.' },
  ],
  'row.notFound': [404, NOT_FOUND],
  /** `row` in the body is its present state, `ETag` its mark. */
  'mark.changed': [412, { error: 'This has changed since you read it.' }],
  'mark.notTaken': [400, { error: 'This call takes no If-Match: it changes no single row.' }],
  'mutation.key': [400, { error: 'An Idempotency-Key has at most 255 characters.' }],
  'path.notFound': [404, { error: 'Page not found.' }],
  'project.notFound': [404, { error: 'Project does not exist' }],
  'project.archived': [400, { error: 'Archived projects cannot be updated' }],
  'project.alreadyArchived': [400, { error: 'The project is already archived' }],
  'project.notArchived': [400, { error: 'The project is not archived' }],
  'issue.notFound': [404, { error: 'Issue not found' }],
  'issue.idsRequired': [400, { error: 'Issue IDs are required' }],
  'issue.listIdsRequired': [400, { error: 'Issues are required' }],
  'issue.subIdsRequired': [400, { error: 'Sub Issue IDs are required' }],
  'issue.notEnded': [400, { error: 'Can only archive completed or cancelled state group issue' }],
  'issue.bulkArchiveState': [400, { error_code: 4091, error_message: 'INVALID_ARCHIVE_STATE_GROUP' }],
  'issue.bulkDates': [400, { error_code: 4100, error_message: 'INVALID_ISSUE_DATES' }],
  'issue.bulkStartDate': [400, { error_code: 4101, error_message: 'INVALID_ISSUE_START_DATE' }],
  'issue.bulkTargetDate': [400, { error_code: 4102, error_message: 'INVALID_ISSUE_TARGET_DATE' }],
  'issue.datesReversed': [400, { message: 'Start date cannot exceed target date' }],
  'comment.blank': [400, { comment_html: ['This field may not be blank.'] }],
  'agent.owner': [400, { owner: ['Only a person who is in this workspace can be in charge of an agent.'] }],
  'agent.notDelegated': [
    403,
    { error: 'This agent may change only issues that are delegated to it, or that it made.' },
  ],
  'agent.writesNoTexts': [403, { error: 'This agent may not write descriptions and pages.' }],
  'agent.closesNone': [403, { error: 'This agent may not close issues.' }],
  'agentSession.agentsOnly': [403, { error: 'Only an agent opens a session: call with the token of one.' }],
  'agentSession.unknown': [400, { error: 'This agent has no such session open.' }],
  'agentSession.ended': [400, { error: 'The session has ended' }],
  'agentSession.notEnded': [400, { error: 'The session has not ended yet: stop it first' }],
  'agentSession.undone': [400, { error: 'What was done in this session has already been undone' }],
  'agentSession.notWaiting': [400, { error: 'The agent is not waiting for an answer' }],
  'agentSession.tooManySteps': [400, { error: 'A session has at most 200 steps' }],
  'agentSession.questionRequired': [400, { question: ['This field may not be blank.'] }],
  'link.invalid': [400, { url: { error: 'Invalid URL format.' } }],
  'link.taken': [400, { error: 'URL already exists for this Issue' }],
  'relation.typeRequired': [400, { message: 'Issue relation type is required' }],
  'relation.self': [400, { issues: ['An issue cannot be related to itself.'] }],
  'relation.opposite': [400, { issues: ['These issues already block each other the other way round.'] }],
  'push.off': [400, { error: 'This server sends no notifications to browsers' }],
  'cycle.notFound': [404, { error: 'Cycle not found' }],
  'cycle.completed': [400, { error: 'The Cycle has already been completed so no new issues can be added' }],
  'cycle.datesRequired': [400, { error: 'Start date and end date both are required' }],
  'cycle.oneDate': [400, { error: 'Both start date and end date are either required or are to be null' }],
  'cycle.datesReversed': [400, { non_field_errors: ['Start date cannot exceed end date'] }],
  'cycle.datesOverlap': [
    400,
    {
      error:
        'You have a cycle already on the given dates, if you want to create a draft cycle you can do that by removing dates',
    },
  ],
  'cycle.archived': [400, { error: 'Archived cycle cannot be updated' }],
  'cycle.over': [400, { error: 'The Cycle has already been completed so it cannot be edited' }],
  'cycle.noDates': [400, { error: 'Cycle has no start or end date' }],
  'cycle.notOver': [400, { error: 'Only completed cycles can be archived' }],
  'cycle.alreadyArchived': [400, { error: 'The cycle is already archived' }],
  'cycle.notArchived': [400, { error: 'The cycle is not archived' }],
  'cycle.foreignDelete': [403, { error: 'Only admin or owner can delete the cycle' }],
  'cycle.targetRequired': [400, { error: 'New Cycle Id is required' }],
  'cycle.targetItself': [400, { error: 'The issues are already in this cycle' }],
  'cycle.targetOver': [400, { error: 'The cycle where the issues are transferred is already completed' }],
  'cycle.transferUnderWay': [400, { error: 'Only issues of a completed cycle can be transferred' }],
  'cycle.nothingOpen': [400, { error: 'The cycle holds no open issues to transfer' }],
  'job.noFile': [404, { error: 'There is no such file, or it has been deleted.' }],
  'archive.underWay': [400, { error: 'Archives of yours are under way. Wait for one of them to end.' }],
  'placeholder.member': [400, { member: ['Only a person who is in this workspace can be given it.'] }],
  'job.providerUnknown': [400, { error: 'Provider not found.' }],
  'job.pageRequired': [400, { error: 'per_page and cursor are required' }],
  'job.projectUnknown': [400, { error: 'One of the projects is not one that you have joined.' }],
  'import.adminsOnly': [
    403,
    { error: 'A member imports a file into one of their projects; admins import everything else.' },
  ],
  'import.state': [400, { error: 'This import cannot do that now.' }],
  'import.noConnection': [
    400,
    { error: 'The key of this source is kept no longer, or is another person’s: begin a new import.' },
  ],
  'import.tooMany': [
    400,
    { error: 'Ten of your imports are not at their end: finish or remove one of them.' },
  ],
  'import.tooManyChoices': [400, { error: 'These are more choices than one import keeps.' }],
  'import.undoOver': [400, { error: 'An import can be undone for seven days.' }],
  'job.tooMany': [400, { error: 'Ten of your jobs are under way. Wait for one of them to end.' }],
  'module.notFound': [404, { error: 'Module not found' }],
  'module.nameTaken': [400, { error: 'Module with this name already exists' }],
  'module.archived': [400, { error: 'Archived module cannot be updated' }],
  'module.notEnded': [400, { error: 'Only completed or cancelled modules can be archived' }],
  'module.alreadyArchived': [400, { error: 'The module is already archived' }],
  'module.notArchived': [400, { error: 'The module is not archived' }],
  'moduleLink.taken': [400, { error: 'URL already exists.' }],
  'view.locked': [400, { error: 'view is locked' }],
  'view.tooMany': [400, { error: 'There are already 500 views here. Delete some that nobody uses.' }],
  'view.foreignDelete': [403, { error: 'Only admin or owner can delete the view' }],
  'view.foreignUpdate': [403, { error: 'Only the owner of the view can update the view' }],
  'analytics.axes': [
    400,
    { error: 'x-axis and y-axis dimensions are required and the values should be valid' },
  ],
  'analytics.segment': [400, { error: 'Both segment and x axis cannot be same and segment should be valid' }],
  'analyticView.axes': [400, { error: 'x-axis and y-axis dimensions are required' }],
  'analyticView.tooMany': [400, { error: 'There are already 200 charts here. Delete one first.' }],
  'dashboard.type': [400, { error: 'Please specify a valid dashboard type' }],
  'dashboard.widget': [400, { error: 'Please specify a valid widget key' }],
  'dashboard.issueType': [400, { error: 'Please specify a valid issue type' }],
  'quickLink.tooMany': [400, { error: 'There are already 100 links here. Remove some that you do not use.' }],
  'person.dateRequired': [400, { error: 'Date is required' }],
  'estimate.points': [400, { error: 'Estimate points are required' }],
  'estimate.keyAndValue': [400, { error: 'Key and value are required' }],
  'estimate.tooManyPoints': [400, { error: 'An estimate has at most 6 points' }],
  'estimate.tooFewPoints': [400, { error: 'An estimate keeps at least 2 points' }],
  'draft.noProject': [400, { error: 'Project is required to create an issue.' }],
  'intake.off': [400, { error: 'Intake is off for this project' }],
  'intake.inAppOff': [400, { error: 'This project takes no requests here' }],
  'intake.formOff': [400, { error: 'This form takes no requests' }],
  'intake.full': [400, { error: 'Too many requests are already waiting here. Try again later.' }],
  'intake.nameRequired': [400, { error: 'Name is required' }],
  'intake.priority': [400, { error: 'Invalid priority' }],
  'intake.decided': [400, { error: 'The intake issue has already been decided' }],
  'intake.default': [400, { error: 'You cannot delete the default intake' }],
  'savedReply.tooMany': [
    400,
    { error: 'There are already 50 replies here. Remove some that you do not use.' },
  ],
  'intake.tooMany': [400, { error: 'There are already 200 intakes here.' }],
  'page.notFound': [404, { error: 'Page not found' }],
  'page.locked': [400, { error: 'Page is locked' }],
  'page.archived': [400, { error: 'Page is archived' }],
  'page.contentLocked': [400, { error_code: 4701, error_message: 'PAGE_LOCKED' }],
  'page.contentArchived': [400, { error_code: 4702, error_message: 'PAGE_ARCHIVED' }],
  'page.alreadyArchived': [400, { error: 'The page is already archived' }],
  'page.notArchived': [400, { error: 'The page is not archived' }],
  'page.deleteLive': [400, { error: 'The page should be archived before deleting' }],
  'page.foreignDelete': [403, { error: 'Only admin or owner can delete the page' }],
  'page.touched': [400, { error: 'The page is not empty, or it was changed since it was made' }],
  'page.foreignAccess': [400, { error: 'Access cannot be updated since this page is owned by someone else' }],
  'text.baseUnknown': [
    409,
    {
      error:
        'The version of the text that this changes is no longer known. Read it again and repeat the change.',
    },
  ],
  'text.tooDear': [400, { error: 'The text takes too much time or memory. Send it in parts.' }],
  'document.noBinary': [400, { error: 'No binary data provided' }],
  'file.type': [400, { error: 'Invalid file type.', status: false }],
  'file.imageType': [
    400,
    { error: 'Invalid file type. Only JPEG and PNG files are allowed.', status: false },
  ],
  'file.size': [400, { error: 'The file is empty or larger than the limit.', status: false }],
  'file.entityType': [400, { error: 'Invalid entity type.', status: false }],
  'file.notUploaded': [400, { error: 'The asset is not uploaded.', status: false }],
  'file.differs': [400, { error: 'The file is not what was announced.', status: false }],
  'file.noneGiven': [400, { error: 'No asset ids provided.' }],
  'file.storeAway': [503, { error: 'The files cannot be reached. Try again in a moment.' }],
  'file.notFound': [404, { error: 'The requested asset could not be found.' }],
  'upload.forged': [403, { error: 'This upload was not announced here, or too long ago.' }],
  'upload.malformed': [400, { error: 'An upload is a form with its fields first and then one file.' }],
  'upload.repeated': [409, { error: 'This file has already been sent.' }],
  'method.notAllowed': [405, { detail: 'Method not allowed.' }],
  'address.malformed': [400, { detail: 'The address of this request cannot be read.' }],
  'body.malformed': [400, { detail: 'JSON parse error - the body is not valid JSON.' }],
  'body.cutOff': [400, { detail: 'The request body ends too early.' }],
  'body.tooLarge': [413, { detail: 'The request body is larger than the limit.' }],
  'body.unsupported': [415, { detail: 'Unsupported media type in request.' }],
  'body.invalid': [400, {}],
  'value.invalid': [400, { error: 'Please provide valid detail' }],
  'value.taken': [400, { error: 'The payload is not valid' }],
  'external.required': [400, { error: 'external_id and external_source are required' }],
  'external.taken': [409, { error: 'The external id is taken' }],
  'name.taken': [409, { error: 'The name is taken' }],
  'page.perPage': [400, { detail: 'Invalid per_page parameter.' }],
  'page.perPageTooLarge': [400, { detail: 'Invalid per_page value. Cannot exceed 1000.' }],
  'page.cursor': [400, { detail: 'Invalid cursor parameter.' }],
  'page.negative': [400, { detail: 'Error in parsing' }],
  'page.tooMany': [400, { error: 'An archive holds 20,000 pages at most.' }],
  'list.tooLong': [400, { error: 'A file holds 100,000 issues at most. Narrow the list by a filter.' }],
  'list.sameGroups': [400, { error: 'Group by and sub group by cannot have same parameters' }],
  'apiToken.shownOnce': [409, { error: 'This token has already been made. Its secret is shown only once.' }],
  'webhook.shownOnce': [409, { error: 'This secret has already been made. It is shown only once.' }],
  'webhook.taken': [410, { error: 'URL already exists for the workspace' }],
  'webhook.tooMany': [400, { error: 'There are already 50 webhooks here. Delete one first.' }],
  'webhook.isOff': [400, { error: 'This webhook is switched off' }],
  'rate.exceeded': [429, { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' }],
  'server.away': [503, { error: 'The server cannot reach its data. Try again in a moment.' }],
  'server.busy': [503, { error: 'The server has too much to do. Try again in a moment.' }],
  'server.unexpected': [500, { error: 'Something went wrong please try again later' }],

  'assistant.off': [400, { error: 'OpenAI API key and engine is required' }],
  'assistant.taskRequired': [400, { error: 'Task is required' }],
  'outgoing.notAnswered': [502, { error: 'The other service did not answer.' }],
  ...instanceErrors,
  'workspace.creationDisabled': [403, { error: 'Workspace creation is not allowed' }],
  'workspace.nameAndSlug': [400, { error: 'Both name and slug are required' }],
  'workspace.tooLong': [400, { error: 'The maximum length for name is 80 and for slug is 48' }],
  'workspace.slugTaken': [400, { slug: ['Workspace with this slug already exists.'] }],
  'workspace.slugReserved': [400, { slug: ['Slug is not valid'] }],
  'workspace.slugMalformed': [
    400,
    { slug: ['Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.'] },
  ],
  'workspace.slugHeld': [410, { slug: 'The workspace with the slug already exists' }],
  'workspace.slugRequired': [400, { error: 'Workspace Slug is required' }],
  'workspace.ownerNotAdmin': [400, { owner_id: ['Only an admin of the workspace can own it.'] }],
  'workspaceMember.inviteInstead': [400, { error: 'Invite them instead' }],
  'projectMember.already': [400, { error: 'User is already part of the workspace and project' }],
  'workspaceMember.already': [400, { error: 'Some users are already member of workspace' }],
  'workspaceMember.ownRole': [400, { error: 'You cannot update your own role' }],
  'workspaceMember.self': [
    400,
    { error: 'You cannot remove yourself from the workspace. Please use leave workspace' },
  ],
  'workspaceMember.lastAdmin': [
    400,
    { error: 'This is the only admin of the workspace; make someone else an admin first.' },
  ],
  'workspaceMember.leaveLastAdmin': [
    400,
    {
      error:
        'You cannot leave the workspace as you are the only admin of the workspace you will have to either delete the workspace or promote another user to admin.',
    },
  ],
  'workspaceMember.leaveSoleProjectAdmin': [
    400,
    {
      error:
        'You are a part of some projects where you are the only admin, you should either leave the project or promote another user to admin.',
    },
  ],
  'invitation.noneGiven': [400, { error: 'Emails are required' }],
  'invitation.alreadyMember': [400, { error: 'Some users are already member of workspace' }],
  'invitation.invalidEmail': [400, {}],
  'invitation.notYours': [403, { error: 'You do not have permission to join the workspace' }],
  'invitation.answered': [400, { error: 'You have already responded to the invitation request' }],
  'invitation.expired': [400, { error: 'This invitation has expired. Ask for a new one.' }],
  'workspaceMember.soleProjectAdmin': [
    400,
    {
      error:
        'User is a part of some projects where they are the only admin, they should either leave that project or promote another user to admin.',
    },
  ],
  'project.nameTaken': [410, { name: 'The project name is already taken' }],
  'project.identifierTaken': [410, { identifier: 'The project identifier is already taken' }],
  'project.identifierInUse': [400, { error: 'Cannot delete an identifier of an existing project' }],
  'project.notYours': [403, { error: 'You do not have permission to join the project' }],
  'project.nameRequired': [400, { error: 'Name is required' }],
  'projectMember.noneGiven': [400, { error: 'Atleast one member is required' }],
  'projectMember.lowerThanWorkspace': [
    400,
    { error: 'You cannot add a user with role lower than the workspace role' },
  ],
  'projectMember.higherThanWorkspace': [
    400,
    { error: 'You cannot add a user with role higher than the workspace role' },
  ],
  'projectMember.ownRole': [400, { error: 'You cannot update your own role' }],
  'projectMember.self': [
    400,
    { error: 'You cannot remove yourself from the workspace. Please use leave workspace' },
  ],
  'projectMember.lastAdmin': [
    400,
    {
      error:
        'You cannot leave the project as your the only admin of the project you will have to either delete the project or create an another admin',
    },
  ],
  'state.default': [400, { error: 'Default state cannot be deleted' }],
  'state.inUse': [400, { error: 'The state is not empty, only empty states can be deleted' }],
  'state.lastOfGroup': [400, { error: 'This is the only state of its group; make another one first.' }],
  'label.nameTaken': [400, { error: 'Label with the same name already exists in the project' }],
} satisfies Record<string, readonly [number, Record<string, unknown>]>

export type ErrorCode = keyof typeof errors

/** A refusal of the closed list; `details` are merged into its body, `headers` sent with it. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly body: Record<string, unknown> | Record<string, string[]>[]
  readonly headers: Record<string, string>
  constructor(
    code: ErrorCode,
    details: Record<string, unknown> | Record<string, string[]>[] = {},
    headers: Record<string, string> = {},
  ) {
    super(code)
    this.code = code
    this.status = errors[code][0]
    this.body = Array.isArray(details) ? details : { ...errors[code][1], ...details }
    this.headers = headers
  }
}

export const fail = (code: ErrorCode, details?: Record<string, unknown>): never => {
  throw new Refusal(code, details)
}

/** 400 on named fields: `{ "<field>": [message] }`. */
export const failFields = (fields: Record<string, string[]>): never => {
  throw new Refusal('body.invalid', fields)
}

/** 400 on rows of a list, one object each: `[{}, { "<field>": [message] }]`. */
export const failEach = (rows: Record<string, string[]>[]): never => {
  throw new Refusal('body.invalid', rows)
}

/** For what cannot be: throws instead of carrying a hole further. */
export const must = <T>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw new Error(`expected ${what}`)
  return value
}

export const missingPk = (value: unknown) => `Invalid pk "${value}" - object does not exist.`
