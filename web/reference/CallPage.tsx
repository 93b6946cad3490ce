import { useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { CopyButton, Json, Slab } from './Code.tsx'
import type { Call, Reference, Schema } from './description.ts'
import { type Language, languages, sampleOf } from './samples.ts'
import { TryHead, TryIt } from './TryIt.tsx'
import { choicesOf, fieldWords, outcomesOf, partWords, scopeText, titleOf, typeWords } from './words.ts'

const HEAD = 'mt-5 flex items-center gap-2 pb-2 font-medium shadow-[inset_0_-1px_0_var(--line)]'
const ROW =
  'grid grid-cols-[152px_96px_minmax(0,1fr)] items-baseline gap-x-4 py-2 shadow-[inset_0_-1px_0_var(--line)] max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-0.5'
const SHOWN = 8

type Field = { name: string; schema: Schema; required: boolean; description?: string | undefined }

const Rows = ({ title, fields }: { title: string; fields: Field[] }) => {
  const [isWhole, setWhole] = useState(false)
  if (fields.length === 0) return null
  const shown = isWhole ? fields : fields.slice(0, SHOWN)
  return (
    <section aria-label={title}>
      <h3 className={HEAD}>
        {title}
        {fields.length > 1 && <span className="font-normal text-12 text-ink-3">{fields.length} fields</span>}
      </h3>
      {shown.map(({ name, schema, required, description = schema.description }) => {
        const choices = choicesOf(schema)
        return (
          <div key={name} className={ROW}>
            <span className="cut font-medium font-mono text-12">{name}</span>
            <span className="text-12 text-ink-3">
              {title === 'Path' && name.endsWith('Id') ? 'id' : typeWords(schema)}
            </span>
            <span className="text-12 text-ink-2 max-md:col-span-2">
              {required && title !== 'Path' && <b className="font-medium text-ink">Required. </b>}
              {description ?? (title === 'Path' ? partWords(name) : fieldWords(name))}
              {choices.length > 0 && choices.length < 13 && (
                <span className="flex flex-wrap gap-1">
                  {choices.map(choice => (
                    <code key={choice} className="rounded-tag bg-press px-1 font-mono">
                      {choice}
                    </code>
                  ))}
                </span>
              )}
            </span>
          </div>
        )
      })}
      {fields.length > shown.length && (
        <Button className="-ml-2 mt-1 max-md:h-11" onClick={() => setWhole(true)}>
          {fields.length - shown.length} more fields
        </Button>
      )}
    </section>
  )
}

const fieldsOf = (schema: Schema | null, schemas: Record<string, Schema>): Field[] => {
  const named = schema?.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  return Object.entries(named?.properties ?? {}).map(([name, one]) => ({
    name,
    schema: one,
    required: named?.required?.includes(name) ?? false,
  }))
}

/** What a call takes, who may make it, and what it may answer. */
export const CallWords = ({ call, schemas }: { call: Call; schemas: Record<string, Schema> }) => {
  const given = (parameters: Call['query']): Field[] =>
    parameters.map(({ name, schema, required = false, description }) => ({
      name,
      schema,
      required,
      description,
    }))
  return (
    <article>
      <h2 className="font-semibold text-[26px] leading-[34px] tracking-tight max-md:text-20">
        {titleOf(call)}
      </h2>
      <div className="mt-2 flex min-h-9 items-center gap-3 rounded-control bg-press pr-1 pl-3 font-mono text-12">
        <b className="font-semibold">{call.method}</b>
        <span className="min-w-0 flex-1 break-all py-1.5 text-ink-2">
          {call.path.split(/(\{\w+\})/).map((part, at) =>
            part.startsWith('{') ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address
              <span key={at} className="text-ink">
                {part}
              </span>
            ) : (
              part
            ),
          )}
        </span>
        <CopyButton text={call.path} what="Address" />
      </div>
      <p className="mt-3 text-pretty text-14 text-ink-2">{call.summary}</p>
      <h3 className="mt-4 mb-1 font-medium">Who can do this</h3>
      <p className="text-pretty text-ink-2">
        {call.who} {call.scope ? 'A token needs ' : 'Every token may call it.'}
        {call.scope && <b className="font-medium text-ink">{scopeText(call.scope)}</b>}
        {call.scope && '.'} Rows that somebody cannot see are not found.
      </p>
      <Rows title="Path" fields={given(call.inPath)} />
      <Rows title="Query" fields={given(call.query)} />
      <Rows title="Body" fields={fieldsOf(call.body, schemas)} />
      <section aria-label="Responses">
        <h3 className={HEAD}>Responses</h3>
        {outcomesOf(call).map(({ status, word, text }) => (
          <div key={status} className={ROW}>
            <span className="font-medium font-mono text-12">{status}</span>
            <span className="text-12 text-ink-3">{word}</span>
            <span className="text-12 text-ink-2 max-md:col-span-2">{text}</span>
          </div>
        ))}
      </section>
    </article>
  )
}

/** The call as a program makes it, its answer, and the call made here. */
export const CallExample = ({ call, reference }: { call: Call; reference: Reference }) => {
  const [language, setLanguage] = useState<Language>('curl')
  const { example } = call
  const sample = example ? sampleOf(call, example, language, location.origin) : null
  return (
    <>
      {example && sample !== null && (
        <>
          <div className="flex h-11 items-center">
            <Segmented
              label="Language"
              parts={languages.map(id => ({ id, label: id }))}
              value={language}
              onChange={setLanguage}
            />
            <span className="flex-1" />
            <CopyButton text={sample} what="Example" />
          </div>
          <Slab label="Request">{sample}</Slab>
          <div className="mt-1 flex h-11 items-center gap-2">
            <h3 className="font-medium">Response</h3>
            <span className="flex-1" />
            <span className="font-mono text-12 text-ink-3">{example.status}</span>
          </div>
          <Slab label="Response">
            {example.answer === undefined ? 'No body.' : <Json value={example.answer} />}
          </Slab>
        </>
      )}
      <TryHead />
      <TryIt key={call.name} call={call} reference={reference} />
    </>
  )
}
