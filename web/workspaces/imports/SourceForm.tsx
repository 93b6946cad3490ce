import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '#contract/messageOf.ts'
import { connectionNeeds, MAX_IMPORT_BYTES, MAX_JSON_BYTES, sourceWays } from '#contract/workspace/imports.ts'
import { projectLook } from '../../data/projectLook.ts'
import { useProjectsFor } from '../../issues/fields/ProjectChoice.tsx'
import { projectOption } from '../../issues/fields/projectOption.tsx'
import { to } from '../../places/address.ts'
import { SettingsRow } from '../../settings/SettingsRow.tsx'
import { saving } from '../../settings/saving.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { sizeWords } from '../../ui/size-words.ts'
import { importFile, importFrom } from './beginImport.ts'
import type { SourceWords } from './importWords.ts'
import { SourceIcon } from './SourceIcon.tsx'

type FileFieldProps = { accepts: string; file: File | null; onFile: (file: File | null) => void }

const FileField = ({ accepts, file, onFile }: FileFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped on it; its buttons do the same by keys
    <div
      className={`flex h-10 items-center gap-2 rounded-control bg-raised pr-1 pl-3 shadow-[inset_0_0_0_1px_var(--line-strong)] ${isOver ? 'outline-2 outline-accent' : ''}`}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        const dropped = event.dataTransfer.files[0]
        if (dropped) onFile(dropped)
      }}
    >
      <Icon name="file-text" className="flex-none text-ink-3" />
      {file ? (
        <>
          <span className="cut text-14">{file.name}</span>
          <span className="num flex-none text-12 text-ink-3">{sizeWords(file.size)}</span>
          <span className="flex-1" />
          <IconButton icon="x" label="Take another file" onClick={() => onFile(null)} />
        </>
      ) : (
        <>
          <button
            type="button"
            className="cut flex-1 text-left text-14 text-ink-3"
            onClick={() => input.current?.click()}
          >
            Choose a file, or drop it here
          </button>
          <Button onClick={() => input.current?.click()}>Choose</Button>
        </>
      )}
      <input
        ref={input}
        type="file"
        accept={accepts}
        aria-label="File"
        className="sr-only"
        tabIndex={-1}
        onChange={event => {
          onFile(event.target.files?.[0] ?? null)
          event.target.value = ''
        }}
      />
    </div>
  )
}

type Connection = { url: string; place: string; user: string; key: string }

const ConnectionFields = ({
  words,
  value,
  onChange,
}: {
  words: NonNullable<SourceWords['connection']>
  value: Connection
  onChange: (value: Connection) => void
}) => {
  const field = (name: keyof Connection, label: string, hint?: string) => (
    <SettingsRow key={name} label={label} detail={hint}>
      <TextInput
        value={value[name]}
        type={name === 'key' ? 'password' : 'text'}
        autoComplete="off"
        onChange={event => onChange({ ...value, [name]: event.target.value })}
      />
    </SettingsRow>
  )
  return (
    <>
      {words.url && field('url', 'Server', words.url)}
      {field('place', words.place, words.placeHint)}
      {words.user && field('user', 'Account', words.user)}
      {field('key', words.key, 'Kept encrypted, forgotten after 30 days.')}
    </>
  )
}

const ProjectField = ({
  value,
  onChange,
}: {
  value: string | null
  onChange: (id: string | null) => void
}) => {
  const projects = useProjectsFor('import.into')
  const chosen = projects.find(({ id }) => id === value)
  return (
    <Picker
      label="Project"
      value={value ? [value] : []}
      options={projects.map(projectOption)}
      onPick={([id]) => onChange(id ?? null)}
    >
      <Button className="max-md:h-11">
        {chosen ? (
          <>
            <ProjectTile project={projectLook(chosen)} /> {chosen.name}
          </>
        ) : (
          'Choose a project'
        )}
        <Icon name="chevron-down" size={14} className="text-ink-3" />
      </Button>
    </Picker>
  )
}

type SourceFormProps = { slug: string; source: SourceWords; mayAll: boolean }

const NOTHING: Connection = { url: '', place: '', user: '', key: '' }

/** A source's file or connection, and the button that reads it. */
export const SourceForm = ({ slug, source, mayAll }: SourceFormProps) => {
  const go = useNavigate()
  const ways = sourceWays[source.id].filter(way => mayAll || way === 'file')
  const [way, setWay] = useState(ways[0] ?? 'file')
  const [file, setFile] = useState<File | null>(null)
  const [project, setProject] = useState<string | null>(null)
  const [connection, setConnection] = useState(NOTHING)
  const [percent, setPercent] = useState<number | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const own = new AbortController()
    leaving.current = own
    return () => own.abort(new Error('The form was left.'))
  }, [])
  const isJson = source.id === 'trello' || (file !== null && /\.json$/i.test(file.name))
  const most = isJson ? MAX_JSON_BYTES : MAX_IMPORT_BYTES
  const isTooLarge = file !== null && file.size > most
  const needs = connectionNeeds[source.id] ?? []
  const isReady =
    way === 'file'
      ? file !== null && file.size > 0 && !isTooLarge && (mayAll || project !== null)
      : connection.key.trim() !== '' && needs.every(field => connection[field].trim() !== '')
  const begin = async () => {
    if (!isReady || percent !== null) return
    setPercent(0)
    const { signal } = leaving.current
    try {
      const given = { source: source.id, ...(project && { project }) }
      const id =
        way === 'file'
          ? await saving(importFile(slug, given, file!, { signal, onPercent: setPercent }))
          : await saving(importFrom(slug, source.id, connection))
      if (!signal.aborted) void go(to('import', { slug, importId: id }))
    } catch (failure) {
      if (!signal.aborted) toast.failure(messageOf(failure), { title: 'The import was not started.' })
    } finally {
      if (!signal.aborted) setPercent(null)
    }
  }
  return (
    <form
      aria-label={source.name}
      className="mt-3 rounded-card bg-sunken px-4 py-3"
      onSubmit={event => {
        event.preventDefault()
        void begin()
      }}
    >
      <div className="flex min-h-7 flex-wrap items-center gap-2">
        <SourceIcon source={source.id} />
        <span className="font-medium">{source.name}</span>
        {ways.length > 1 && (
          <Segmented
            label="Way in"
            className="ml-auto"
            parts={[
              { id: 'connection', label: 'API' },
              { id: 'file', label: 'File' },
            ]}
            value={way}
            onChange={setWay}
          />
        )}
      </div>
      {way === 'connection' && source.connection && (
        <>
          <p className="mt-1 text-12 text-ink-3">{source.connection.brings}</p>
          <ConnectionFields words={source.connection} value={connection} onChange={setConnection} />
        </>
      )}
      {way === 'file' && (
        <SettingsRow
          label="File"
          detail={`${source.file}, up to ${sizeWords(most)}`}
          error={isTooLarge ? `The file is larger than ${sizeWords(most)}: split it.` : null}
        >
          <FileField accepts={source.accepts ?? '.csv,.tsv,.txt,.xlsx,.json'} file={file} onFile={setFile} />
        </SettingsRow>
      )}
      {way === 'file' && !mayAll && (
        <SettingsRow label="Project" detail="Members import into a project of theirs." low>
          <ProjectField value={project} onChange={setProject} />
        </SettingsRow>
      )}
      <div className="mt-3 flex items-center justify-end gap-3 max-md:flex-col max-md:items-stretch">
        <span className="text-12 text-ink-3">
          {percent === null
            ? source.id === 'pages'
              ? 'Nothing is imported yet. Next you choose the project.'
              : 'Nothing is imported yet. Next you match projects, states and people.'
            : `Sending, ${percent}%`}
        </span>
        <Button
          type="submit"
          variant="primary"
          keys="Enter"
          disabled={!isReady}
          busy={percent !== null}
          className="max-md:h-11 max-md:justify-center"
        >
          Continue
        </Button>
      </div>
    </form>
  )
}
