import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { userRoutes } from '#contract/people/users.ts'
import { call } from '../../data/client.ts'
import { noteMe, useSession } from '../../data/session.ts'
import { deliver } from '../../data/texts/upload.ts'
import { CoverChoice } from '../../projects/CoverChoice.tsx'
import { DangerRow, DangerZone } from '../../settings/DangerZone.tsx'
import { SavedChoice } from '../../settings/SavedChoice.tsx'
import { SavedPair, SavedText } from '../../settings/SavedText.tsx'
import { SavedZone } from '../../settings/SavedZone.tsx'
import { LockedValue } from '../../settings/SettingsRow.tsx'
import { SettingsScreen } from '../../settings/SettingsScreen.tsx'
import { useSave } from '../../settings/saving.ts'
import { usePicture } from '../../settings/usePicture.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { regionalWeekday } from '../../ui/dates/day-numbers.ts'
import { weekdays } from '../../ui/dates/day-words.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { useNeededIn } from '../../workspaces/members/neededIn.ts'
import { ownPicture } from '../ownPicture.ts'
import { Deactivate } from './Deactivate.tsx'
import { jobs } from './jobs.ts'
import { changeProfile, useOwn } from './own.ts'

type Patch = z.input<NonNullable<typeof userRoutes.updateMe.body>>

let saved: Promise<void> = Promise.resolve()

/** One after the other: each answer says all fields, and an older one must not come last. */
const saveMe = (body: Patch): Promise<void> => {
  const save = async () => noteMe((await call(userRoutes.updateMe, { body })).body)
  const next = saved.then(save, save)
  saved = next
  return next
}

const sendCover = (file: File) => {
  const { name, type, size } = file
  const whole = { signal: new AbortController().signal, onPercent: () => {} }
  return deliver(ownPicture('USER_COVER')({ name, type, size }), file, whole)
}

/** Cover and picture, each sent as soon as it is chosen. */
const Face = () => {
  const { me } = useSession()
  const cover = useSave('cover_image')
  const picture = usePicture('A picture', 'avatar', ownPicture('USER_AVATAR'))
  if (!me) return null
  const error = cover.error ?? picture.error
  return (
    <div className="mt-4 mb-7">
      <CoverChoice
        height="h-28"
        cover={me.cover_image_url}
        logo={null}
        onPick={cover_image => void cover.save(() => saveMe({ cover_image, cover_image_asset: null }))}
        onFile={async file => void (await cover.save(() => sendCover(file)))}
      />
      <div
        {...picture.drop}
        className="relative -mt-9 flex items-end gap-3 pl-4 max-md:flex-col max-md:items-start max-md:gap-2"
      >
        <span className="rounded-full bg-bg p-1">
          <Avatar person={me} size={64} />
        </span>
        <div className="flex min-w-0 flex-wrap items-center gap-2 pb-1">
          <Button variant="neutral" onClick={picture.choose}>
            Change picture
          </Button>
          {me.avatar_url && (
            <Button onClick={() => void picture.save(() => saveMe({ avatar: '', avatar_asset: null }))}>
              Remove
            </Button>
          )}
          <span className="text-12 text-ink-3">{picture.kinds}</span>
        </div>
        <input {...picture.input} aria-label="Picture" />
      </div>
      {picture.dialog}
      {error && (
        <p role="alert" className="mt-2 text-12 text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

const clocks = [
  { id: '24-hour', name: '24 hours, 14:05' },
  { id: '12-hour', name: '12 hours, 2:05 pm' },
] as const

/** The profile that others see of a person, and their time zone. */
export const ProfileSettings = () => {
  const { me } = useSession()
  const profile = useOwn('profile')
  const regional = `As in my region: ${weekdays[regionalWeekday()]}`
  const [isEnding, setEnding] = useState(false)
  const needed = useNeededIn()
  if (!me) return null
  return (
    <SettingsScreen
      title="Profile"
      intro="What your team sees beside your work. Changes are saved as you make them."
    >
      <Face />
      <SavedPair
        label="Name"
        first={{
          label: 'First name',
          name: 'first_name',
          placeholder: 'First name',
          value: me.first_name,
          save: first_name => saveMe({ first_name }),
          maxLength: 255,
          autoComplete: 'given-name',
        }}
        second={{
          label: 'Last name',
          name: 'last_name',
          placeholder: 'Last name',
          value: me.last_name,
          save: last_name => saveMe({ last_name }),
          maxLength: 255,
          autoComplete: 'family-name',
        }}
      />
      <SavedText
        label="Display name"
        name="display_name"
        detail="How others mention you"
        value={me.display_name}
        save={display_name => saveMe({ display_name })}
        maxLength={255}
        required
      />
      <LockedValue label="E-mail" detail="You sign in with it" why="The address cannot be changed.">
        {me.email}
      </LockedValue>
      <SavedChoice
        label="Role"
        name="role"
        detail="Your field of work. It grants no rights."
        options={jobs.map(job => ({ id: job, name: job }))}
        value={profile?.role ?? ''}
        shown={profile?.role || 'Not set'}
        save={role => changeProfile({ role })}
      />
      <SavedZone
        name="user_timezone"
        detail="Due dates and reminders follow it"
        value={me.user_timezone}
        save={user_timezone => saveMe({ user_timezone })}
      />
      <SavedChoice
        label="First day of the week"
        name="start_of_the_week"
        detail="Of calendars, date pickers and timelines"
        options={[
          { id: 'region', name: regional },
          ...weekdays.map((name, day) => ({ id: String(day), name })),
        ]}
        value={String(profile?.start_of_the_week ?? 'region')}
        shown={weekdays[profile?.start_of_the_week ?? -1] ?? regional}
        save={day => changeProfile({ start_of_the_week: day === 'region' ? null : Number(day) })}
      />
      <SavedChoice
        label="Clock"
        name="time_format"
        options={clocks}
        value={profile?.time_format ?? '24-hour'}
        shown={clocks.find(({ id }) => id === profile?.time_format)?.name ?? clocks[0].name}
        save={format => changeProfile({ time_format: format as (typeof clocks)[number]['id'] })}
      />
      <DangerZone>
        <DangerRow
          title="Deactivate account"
          text={
            needed ? (
              <>
                You leave every workspace; what you wrote stays.{' '}
                <Link to={needed.href} className="font-medium text-accent-text hover:underline">
                  {needed.name}
                </Link>{' '}
                needs another admin first.
              </>
            ) : (
              'You leave every workspace and are signed out everywhere. Everything you wrote stays.'
            )
          }
          label="Deactivate…"
          disabled={needed !== null}
          run={() => setEnding(true)}
        />
      </DangerZone>
      {isEnding && <Deactivate email={me.email} onClose={() => setEnding(false)} />}
    </SettingsScreen>
  )
}
