/** The refusals to those who run the instance, and those around accounts that end: a part of the closed list. */
export const instanceErrors = {
  'instance.emailRequired': [400, { error: 'Email is required' }],
  'instance.unknownEmail': [404, { error: 'No account has this email' }],
  'instance.lastAdmin': [400, { error: 'This is the only admin of the instance; add another one first.' }],
  'instance.lastWayIn': [400, { error: 'At least one way to sign in must stay on.' }],
  'instance.receiverRequired': [400, { error: 'Receiver email is required' }],
  'instance.mailRefused': [400, { error: 'Could not send email. Please check your configuration' }],
  'instance.keysMissing': [400, { error: 'Enter the keys of this service first.' }],
  'instance.serviceSilent': [400, { error: 'This service does not answer at its host. Check the host.' }],
  'instance.adminStays': [
    400,
    { error: 'An admin of the instance cannot be deactivated; remove them from its admins first.' },
  ],
  'instance.soleProjectAdmin': [
    400,
    {
      error: 'This person is the only admin of a project that has other members; it needs another one first.',
    },
  ],
  'instance.soleWorkspaceAdmin': [
    400,
    {
      error:
        'This person is the only admin of a workspace that has other members; it needs another one first.',
    },
  ],
  'instance.ownLink': [400, { error: 'You change your own password in the settings of your account.' }],
  'instance.linkShownOnce': [409, { error: 'This link was made already. It is shown only once.' }],
  'instance.slugTaken': [400, { slug: ['Slug is already in use'] }],
  'account.closed': [400, { error: 'This account is closed.' }],
  'account.open': [400, { error: 'This account is active already.' }],
  'account.instanceAdmin': [
    400,
    { error: 'You cannot deactivate your account since you are an instance admin' },
  ],
  'account.soleProjectAdmin': [
    400,
    { error: 'You cannot deactivate account as you are the only admin in some projects.' },
  ],
  'account.soleWorkspaceAdmin': [
    400,
    { error: 'You cannot deactivate account as you are the only admin in some workspaces.' },
  ],
} as const
