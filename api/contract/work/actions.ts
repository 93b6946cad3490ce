/** The right to each action on issues and all that belongs to one. */
import {
  ADMIN,
  all,
  always,
  any,
  equals,
  GUEST,
  MEMBER,
  own,
  projectRole,
  type Rule,
  workspaceRole,
} from '../rules.ts'
import { ACCEPTED, DECLINED, DUPLICATE } from './intakeStatus.ts'

/** Waits at no intake. */
const isTaken = any(...[null, DECLINED, ACCEPTED, DUPLICATE].map(status => equals('intake_status', status)))

export const workActions = {
  'state.list': projectRole(GUEST),
  'state.create': projectRole(ADMIN),
  'state.update': projectRole(ADMIN),
  'state.delete': projectRole(ADMIN),
  'state.listAcross': workspaceRole(GUEST),
  'label.list': projectRole(GUEST),
  'label.create': projectRole(ADMIN),
  'label.update': projectRole(ADMIN),
  'label.delete': projectRole(ADMIN),
  'label.listAcross': workspaceRole(GUEST),
  'issue.list': projectRole(GUEST),
  'issue.create': projectRole(MEMBER),
  'issue.read': projectRole(GUEST),
  /** While it waits at the intake: the admins, and whoever brought it. */
  'issue.update': any(
    projectRole(ADMIN),
    all(projectRole(GUEST), own('created_by')),
    all(projectRole(MEMBER), isTaken),
  ),
  /** Beyond its words: a guest corrects what they reported, and arranges nothing. */
  'issue.updateFields': projectRole(MEMBER),
  'issue.delete': all(projectRole(GUEST), any(projectRole(ADMIN), own('created_by'))),
  'issue.listAcross': workspaceRole(GUEST),
  'person.work': workspaceRole(GUEST),
  'person.export': workspaceRole(MEMBER),
  'issue.archived': projectRole(MEMBER),
  'issue.archive': projectRole(MEMBER),
  /** Each row is judged by the action of the single call. */
  'issue.bulk': projectRole(MEMBER),
  'issue.bulkDelete': projectRole(GUEST),
  'issue.restore': projectRole(GUEST),
  /** Links, relations, sub-issues. */
  'issue.arrange': projectRole(MEMBER),
  'issue.comment': projectRole(GUEST),
  'comment.change': all(projectRole(GUEST), any(projectRole(ADMIN), own('actor'))),
  'comment.react': projectRole(GUEST),
  /** The handler lets in agents alone. */
  'agentSession.open': projectRole(MEMBER),
  'agentSession.own': all(projectRole(MEMBER), own('agent')),
  'draft.list': workspaceRole(GUEST),
  'draft.create': workspaceRole(MEMBER),
  'draft.own': all(workspaceRole(MEMBER), own('created_by')),
  'draft.listOfProject': projectRole(MEMBER),
  'intake.list': projectRole(GUEST),
  'intake.create': projectRole(GUEST),
  /** Beyond its words: `issue.updateFields`. */
  'intake.update': all(projectRole(GUEST), any(projectRole(ADMIN), own('issue_created_by'))),
  'intake.decide': projectRole(ADMIN),
  'intake.delete': all(projectRole(GUEST), any(projectRole(ADMIN), own('issue_created_by'))),
  'intake.settings': projectRole(MEMBER),
  'intake.set': projectRole(ADMIN),
  /** Anybody with the address. */
  'intake.form': always,
} satisfies Record<string, Rule>
