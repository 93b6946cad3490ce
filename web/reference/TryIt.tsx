import { useSession } from '../data/session.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { Picker } from '../ui/popups/Picker.tsx'
import { mayBeNull, WHOLE } from './bodyFields.ts'
import { Json, Slab } from './Code.tsx'
import type { Call, Reference } from './description.ts'
import { addressOf, listOfField, listOfPart, namesPerson } from './rowChoices.ts'
import { ChoiceField, Line, RowField, TextField } from './TryField.tsx'
import { type Filled, type Sending, useFilled, useSending } from './useTry.ts'
import { choicesOf } from './words.ts'

/** A part of the address: a workspace of one's own, or a row. */
const Part = ({ call, name, filled, paths }: PartProps) => {
  const { parts, setPart } = filled
  const { workspaces } = useSession()
  const value = parts[name] ?? ''
  const choose = (next: string) => setPart(name, next)
  if (name === 'ws' && workspaces.length > 0) {
    const choices = workspaces.map(({ slug }) => slug)
    return <ChoiceField {...{ name, choices, value }} onChange={choose} />
  }
  const list = listOfPart(call, name, paths)
  const address = list && addressOf(list, parts)
  return (
    <RowField
      key={address}
      name={name}
      list={address}
      isPerson={namesPerson(name)}
      value={value ? [value] : []}
      onChange={ids => choose(ids?.[0] ?? '')}
    />
  )
}
type PartProps = { call: Call; name: string; filled: Filled; paths: ReadonlySet<string> }

const BodyField = ({ call, name, filled }: Omit<PartProps, 'paths'>) => {
  const { fields, parts, body, typed, set, typeJson, kindOfField } = filled
  const [schema, value, kind] = [fields[name], body[name], kindOfField(name)]
  const list = listOfField(call, name)
  if (kind === 'flag')
    return (
      <ChoiceField
        name={name}
        choices={['true', 'false']}
        value={String(value)}
        onChange={text => set(name, text === 'true')}
      />
    )
  if (kind === 'choice')
    return (
      <ChoiceField
        name={name}
        choices={choicesOf(schema)}
        value={String(value ?? '')}
        onChange={text => set(name, schema?.enum?.find(one => String(one) === text) ?? text)}
      />
    )
  if ((kind === 'row' || kind === 'rows') && schema && list)
    return (
      <RowField
        key={addressOf(list, parts)}
        name={name}
        list={addressOf(list, parts)}
        isPerson={namesPerson(name)}
        multiple={kind === 'rows'}
        isBlankable={mayBeNull(schema)}
        value={Array.isArray(value) ? value.map(String) : value ? [String(value)] : []}
        onChange={ids => set(name, kind === 'rows' ? (ids ?? []) : ids && (ids[0] ?? ''))}
      />
    )
  if ((kind === 'text' || kind === 'long') && typeof value === 'string')
    return <TextField name={name} isLong={kind === 'long'} value={value} onChange={text => set(name, text)} />
  const text = typed[name] ?? JSON.stringify(value ?? null, null, 2)
  const isLong = text.includes('\n') || name === WHOLE
  return <TextField name={name} isLong={isLong} value={text} onChange={next => typeJson(name, next)} />
}

const Answer = ({ outcome, said, isShown, setShown, takeBack }: Sending) =>
  outcome && (
    <div role="status">
      <div className="mt-1 flex h-11 items-center gap-2 pl-1">
        <Icon
          name={outcome.status < 400 ? 'check' : 'circle-x'}
          size={14}
          className={outcome.status < 400 ? 'text-ok' : 'text-danger'}
        />
        <span className="font-medium font-mono text-12">{outcome.status}</span>
        <span className="num cut text-12 text-ink-3">
          in {outcome.ms} ms, sent {outcome.at}
        </span>
        <span className="flex-1" />
        {outcome.answer !== null && (
          <Button onClick={() => setShown(!isShown)} className="max-md:h-11">
            {isShown ? 'Hide response' : 'Show response'}
          </Button>
        )}
        {outcome.back && (
          <Button keys="mod+z" onClick={() => void takeBack()} className="max-md:h-11">
            Undo
          </Button>
        )}
      </div>
      {said && <p className="pb-2 pl-1 text-12 text-ink-2">{said}</p>}
      {isShown && outcome.answer !== null && (
        <Slab label="Response of your call">
          <Json value={outcome.answer} />
        </Slab>
      )}
    </div>
  )

/** Sends the call to this server with one's own session: what it changes is changed. */
export const TryIt = ({ call, reference }: { call: Call; reference: Reference }) => {
  const { me } = useSession()
  const filled = useFilled(call, reference.schemas)
  const sending = useSending(call, reference, filled)
  const { fields, body, query, setQuery, add, leaveOut } = filled
  if (!me) return <p className="py-2 text-ink-3">Sign in to try calls with your own session.</p>
  const isRead = call.method === 'GET'
  const paths = new Set([...reference.calls.values()].flatMap(one => (one.method === 'GET' ? one.path : [])))
  const others = Object.keys(fields).filter(name => !(name in body))
  return (
    <>
      <form
        onSubmit={event => {
          event.preventDefault()
          void sending.send()
        }}
        onKeyDown={event => {
          const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target)
          if (!isOwn || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void sending.send()
        }}
        className="rounded-card bg-raised p-3 shadow-[inset_0_0_0_1px_var(--edge)]"
      >
        <div className="grid grid-cols-[96px_minmax(0,1fr)] items-center gap-2">
          {call.inPath.map(({ name }) => (
            <Line key={name} name={name}>
              <Part {...{ call, name, filled, paths }} />
            </Line>
          ))}
          {isRead && call.query.length > 0 && (
            <Line name="query">
              <TextField name="query" isLong={false} value={query} onChange={setQuery} />
            </Line>
          )}
          {Object.keys(body).map(name => (
            <Line key={name} name={name} onRemove={name in fields ? () => leaveOut(name) : undefined}>
              <BodyField {...{ call, name, filled }} />
            </Line>
          ))}
        </div>
        {others.length > 0 && (
          <Picker
            label="Field"
            value={[]}
            options={others.map(id => ({ id, name: id }))}
            onPick={([id]) => id !== undefined && add(id)}
          >
            <Button icon="plus" className="-ml-2 mt-1 max-md:h-11">
              Field
            </Button>
          </Picker>
        )}
        <div className="mt-3 flex items-center gap-3">
          <Button type="submit" variant="primary" size="large" keys="mod+enter" className="max-md:h-11">
            Send
          </Button>
          {!isRead && <span className="text-12 text-ink-3">This changes real data.</span>}
        </div>
        {sending.refused && (
          <p role="alert" className="mt-2 text-12 text-danger">
            {sending.refused}
          </p>
        )}
      </form>
      <Answer {...sending} />
    </>
  )
}

/** With whose rights a call is tried. */
export const TryHead = () => {
  const { me } = useSession()
  return (
    <div className="mt-1 flex h-11 items-center gap-2">
      <h3 className="font-medium">Try it</h3>
      <span className="flex-1" />
      {me && (
        <span className="flex min-w-0 items-center gap-1.5 text-12 text-ink-3">
          as <Avatar person={me} size={16} silent /> <span className="cut">{me.display_name}</span>
        </span>
      )}
    </div>
  )
}
