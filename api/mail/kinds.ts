import type { Knex } from 'knex'
import { FILE_DAYS, jobRoutes } from '#contract/workspace/jobs.ts'
import {
  CODE_SECONDS,
  mintCode,
  mintResetToken,
  RESET_SECONDS,
  resetAddress,
} from '../people/auth/mailedSecrets.ts'
import { writeDigest } from '../people/notifications/digest.ts'
import { writeGathered } from '../people/notifications/gatheredDigest.ts'
import { putOffMail } from '../people/notifications/quiet.service.ts'
import { type ExportFacts, writeExport } from '../planning/analytics/analyticsMail.ts'
import { linksTo } from '../workspace/invitations/links.ts'
import type { Letter } from './letter.ts'
import type { Stops } from './stops.ts'

/** What has changed about how somebody signs in. */
export type WayChange = { change: 'password' } | { change: 'connected' | 'disconnected'; service: string }

/** The facts that each kind of mail needs beside its receiver. */
type Facts = {
  magic_code: unknown
  password_reset: { user: string }
  workspace_invitation: { invitation_id: string; workspace: string; inviter: string }
  project_added: { project: string; name: string; slug: string; adder: string }
  sign_in_changed: WayChange
  account_activated: { name: string }
  account_deactivated: { name: string }
  webhook_off: {
    webhook: string
    name: string
    slug: string
    reason: 'failures' | 'gone' | 'owner'
    failures: number
  }
  intake_reply: { about: string; project: string; author: string; lines: string[] }
  issue_digest: { receiver: string; issue: string; notifications: string[] }
  gathered_digest: { receiver: string; notifications: string[] }
  analytics_export: ExportFacts
  export_ready: { job: string; slug: string; issues: number }
  test: unknown
}
export type MailKind = keyof Facts
export type Mail = { [K in MailKind]: { to: string; kind: K } & Facts[K] }[MailKind]

/** Where a mail is written: in the transaction that hands it over, on an instance at an address. */
type Desk = { trx: Knex; origin: string; instance: string; stops: Stops }

type Kind<M extends Mail> = {
  /** For so long it is worth being sent, in seconds. */
  worth: number
  /** Writes the letter. A secret in it is made now, as the mail leaves, and is kept nowhere before. */
  write(mail: M, desk: Desk): Promise<Letter | null>
  /** It may have nothing to say by now (`write` gives null), and does nothing by being written: that is asked first. */
  mayBeMoot?: true
  /** Keeps what it says for a better time than `now`, where its receiver wants that: then it is not sent. */
  putOff?(mail: M, trx: Knex, now: Date): Promise<boolean>
}

const DAY = 86_400
const services: Record<string, string> = { google: 'Google', github: 'GitHub', gitlab: 'GitLab' }

const wordsOf = (way: WayChange) => {
  if (way.change === 'password')
    return {
      title: 'Your password was changed',
      line: 'A new password was set, and all other sessions ended.',
    }
  const service = services[way.service] ?? way.service
  return way.change === 'connected'
    ? { title: `${service} was connected`, line: `You can now sign in with ${service}.` }
    : { title: `${service} was disconnected`, line: `You can no longer sign in with ${service}.` }
}

const kinds: { [K in MailKind]: Kind<Extract<Mail, { kind: K }>> } = {
  magic_code: {
    worth: CODE_SECONDS,
    write: async ({ to }, { trx, instance }) => {
      const code = await mintCode(trx, to)
      return {
        subject: `${code} is your code for ${instance}`,
        title: 'Your sign-in code',
        lines: ['Type or paste it where you asked for it. It works once, for the next ten minutes.'],
        code,
        foot: 'If you did not ask for a code, somebody typed your address by mistake. Nothing happens unless the code is used: give it to nobody.',
      }
    },
  },
  password_reset: {
    worth: RESET_SECONDS,
    write: async ({ to, user }, { trx, origin, instance }) => ({
      subject: `Set a new password for ${instance}`,
      title: 'Set a new password',
      lines: [
        `Somebody, most likely you, asked to reset the password of ${to}. The link works once, for an hour.`,
      ],
      button: {
        label: 'Set a new password',
        href: resetAddress(origin, { user, token: (await mintResetToken(trx, user)).token, email: to }),
      },
      foot: 'If it was not you, ignore this e-mail: your password stays as it is.',
    }),
  },
  workspace_invitation: {
    worth: 7 * DAY,
    write: async ({ invitation_id, workspace, inviter }, { trx, origin, instance }) => ({
      subject: `${inviter} invited you to ${workspace}`,
      title: `Join ${workspace}`,
      // An instance with one workspace often has its name.
      lines: [
        `${inviter} invited you to work in ${workspace}${workspace === instance ? '' : ` on ${instance}`}.`,
      ],
      button: {
        label: 'See the invitation',
        href:
          (await linksTo(trx, origin, [invitation_id])).get(invitation_id) ??
          `${origin}/workspace-invitations/`,
      },
      foot: 'The link is for you alone: anyone who has it can take your place. If you do not know who invited you, ignore this e-mail.',
    }),
  },
  project_added: {
    worth: DAY,
    write: async ({ project, name, slug, adder }, { origin, instance }) => ({
      subject: `${adder} added you to ${name}`,
      title: `You are in ${name}`,
      lines: [`${adder} added you to the project ${name} on ${instance}.`],
      button: { label: 'Open the project', href: `${origin}/${slug}/projects/${project}/issues` },
      foot: 'You can leave the project at any time, by its menu in the sidebar.',
    }),
  },
  sign_in_changed: {
    worth: 7 * DAY,
    write: async (mail, { origin, instance }) => {
      const { title, line } = wordsOf(mail)
      return {
        subject: `${title} on ${instance}`,
        title,
        lines: [`${line} It is about your account ${mail.to} on ${instance}.`],
        button: { label: 'Open your security settings', href: `${origin}/profile/security` },
        foot: 'If this was not you, set a new password at once: all other sessions end with it. Then look at your connected accounts and API tokens.',
      }
    },
  },
  account_activated: {
    worth: DAY,
    write: async ({ name }, { origin, instance }) => ({
      subject: `Your account on ${instance} is active again`,
      title: 'Welcome back',
      lines: [
        `${name}, your account on ${instance} is active again, and you are in the workspaces that you were in. Your former password is gone: ask for a new one when you sign in.`,
      ],
      button: { label: 'Sign in', href: `${origin}/` },
      foot: 'If you did not expect this, contact an admin of this instance.',
    }),
  },
  account_deactivated: {
    worth: DAY,
    write: async ({ name }, { instance }) => ({
      subject: `Your account on ${instance} is closed`,
      title: 'Your account is closed',
      lines: [
        `${name}, your account on ${instance} was closed. You were signed out everywhere and are no longer a member of any workspace there.`,
        'Everything you wrote stays with your teams.',
      ],
      foot: 'If it was not you, contact an admin of this instance.',
    }),
  },
  intake_reply: {
    worth: 7 * DAY,
    write: async ({ about, project, author, lines }, { instance }) => ({
      subject: `Re: ${about}`,
      title: about,
      lines: [...lines, `${author}, ${project}`],
      foot: `You wrote to ${project} through its form on ${instance}. Nobody reads what is sent to this address: to say more, fill in the form again.`,
    }),
  },
  webhook_off: {
    worth: 7 * DAY,
    write: async ({ webhook, name, slug, reason, failures }, { origin, instance }) => ({
      subject: `The webhook ${name} was switched off`,
      title: `The webhook ${name} was switched off`,
      lines: [
        {
          failures: `Its address has taken nothing for three days: ${failures} tries in a row failed.`,
          gone: 'Its address says that it no longer exists.',
          owner:
            'Whoever set it up is no longer an admin of the workspace. Another admin can switch it on again.',
        }[reason],
        'What happens from now on is not sent. What was not delivered can be sent again by hand.',
      ],
      button: { label: 'Look at its deliveries', href: `${origin}/${slug}/settings/webhooks/${webhook}` },
      foot: `You get this as an admin of the workspace on ${instance}.`,
    }),
  },
  export_ready: {
    worth: FILE_DAYS * DAY,
    write: async ({ job, slug, issues }, { origin, instance }) => ({
      subject: 'Your export is ready',
      title: 'Your export is ready',
      lines: [
        `It holds ${issues.toLocaleString('en-GB')} ${issues === 1 ? 'issue' : 'issues'}. The file is kept for ${FILE_DAYS} days.`,
      ],
      button: {
        label: 'Download the file',
        href: origin + jobRoutes.file.path.replace(':ws', slug).replace(':jobId', job),
      },
      foot: `You get this because you started the export on ${instance}.`,
    }),
  },
  issue_digest: {
    worth: DAY,
    mayBeMoot: true,
    putOff: (mail, trx, now) => putOffMail(trx, mail, now),
    write: (mail, { trx, origin, stops }) => writeDigest(mail, { trx, origin, unsubscribe: stops.path }),
  },
  gathered_digest: {
    worth: DAY,
    mayBeMoot: true,
    putOff: (mail, trx, now) => putOffMail(trx, mail, now),
    write: (mail, { trx, origin, stops }) => writeGathered(mail, { trx, origin, unsubscribe: stops.path }),
  },
  analytics_export: {
    worth: DAY,
    mayBeMoot: true,
    write: (mail, { trx }) => writeExport(mail, trx),
  },
  test: {
    worth: DAY,
    write: async (_, { instance }) => ({
      subject: `Test mail from ${instance}`,
      title: 'Mail works',
      lines: [`${instance} sent this to see whether its mail arrives. It does.`],
      foot: 'An administrator asked for it.',
    }),
  },
}

export const kindOf = (kind: MailKind) => kinds[kind] as Kind<Mail>
