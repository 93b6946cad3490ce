import { useId, useState } from 'react'
import { type OwnColours, type ThemeColour, themeColours } from '#contract/people/themes.ts'
import { chooseTheme } from '../../data/me.ts'
import { SettingsSection } from '../../settings/SettingsScreen.tsx'
import { useSave } from '../../settings/saving.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextArea, TextInput } from '../../ui/controls/TextInput.tsx'
import { copyText } from '../../ui/copy.ts'
import { refusalOf } from '../../ui/ownTheme/derive.ts'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { useOwnColours, useTheme } from '../../ui/theme.ts'
import { Contrasts, OwnPreview } from './OwnPreview.tsx'
import { colourNames, coloursAsText, coloursFromText, readColour } from './ownColours.ts'

type Change = (name: ThemeColour, colour: string) => void

const ColourRow = ({ name, colour, change }: { name: ThemeColour; colour: string; change: Change }) => {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && !readColour(typed)
  const type = (text: string) => {
    setTyped(text)
    const read = readColour(text)
    if (read) change(name, read)
  }
  const error = wrong ? 'Six digits from 0 to f, such as #0d101b.' : null
  return (
    <div className="flex flex-col gap-1 py-1">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id}>{colourNames[name]}</label>
        <span className="relative flex w-33 items-center">
          <input
            type="color"
            aria-label={`${colourNames[name]}, chosen by eye`}
            value={colour}
            onChange={({ target }) => {
              setTyped(null)
              change(name, target.value)
            }}
            className="absolute left-0.5 size-6 cursor-pointer appearance-none bg-transparent p-0 max-md:left-0 max-md:size-11 max-md:p-2 [&::-webkit-color-swatch-wrapper]:p-0.5 [&::-webkit-color-swatch]:rounded-tag [&::-webkit-color-swatch]:border-0"
          />
          <TextInput
            id={id}
            height="control"
            value={typed ?? colour}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={wrong || undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={({ target }) => type(target.value)}
            onBlur={() => setTyped(null)}
            className="num pl-8 max-md:h-11 max-md:pl-12"
          />
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-12 text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

const Pasting = ({ onDone, onClose }: { onDone: (colours: OwnColours) => void; onClose: () => void }) => {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const take = () => {
    const read = coloursFromText(text)
    if (typeof read === 'string') return setError(read)
    onDone(read)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title="Paste a theme"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={take}>
            Use its colours
          </Button>
        </>
      }
    >
      <Field label="Theme as text" error={error} hint="As somebody copied it from this screen.">
        <TextArea
          rows={7}
          value={text}
          maxLength={2000}
          onChange={({ target }) => {
            setText(target.value)
            setError(null)
          }}
        />
      </Field>
    </Dialog>
  )
}

/** Colours of one's own: tried here, used when they can be read. */
export const OwnTheme = () => {
  const used = useOwnColours()
  const isUsed = useTheme() === 'custom'
  const [tried, setTried] = useState<OwnColours | null>(null)
  const [isPasting, setPasting] = useState(false)
  const kept = useSave('own theme')
  const colours = tried ?? used
  const refusal = refusalOf(colours)
  const use = () =>
    void kept.save(async () => {
      await chooseTheme('custom', colours)
      setTried(null)
    })
  return (
    <SettingsSection
      title="Custom theme"
      controls={
        <>
          <Button
            icon="copy"
            className="max-md:h-11"
            onClick={() => void copyText(coloursAsText(colours), 'Theme')}
          >
            Copy as text
          </Button>
          <Button className="max-md:h-11" onClick={() => setPasting(true)}>
            Paste a theme…
          </Button>
        </>
      }
    >
      <div className="mt-2 grid grid-cols-[264px_minmax(0,1fr)] gap-6 max-md:grid-cols-1">
        <div>
          {themeColours.map(name => (
            <ColourRow
              key={name}
              name={name}
              colour={colours[name]}
              change={(of, colour) => setTried({ ...colours, [of]: colour })}
            />
          ))}
          <p className="mt-2 text-pretty text-12 text-ink-3">
            Everything else is mixed from these five. Where a mix would be hard to read, it is raised until it
            is not.
          </p>
        </div>
        <OwnPreview colours={colours} />
      </div>
      <div className="mt-4 flex items-baseline justify-between">
        <h4 className="font-medium">Contrast</h4>
        <span className="text-12 text-ink-3">WCAG 2.2, level AA</span>
      </div>
      <Contrasts colours={colours} />
      {(refusal ?? kept.error) && (
        <p role="alert" className="mt-3 text-danger">
          {refusal ?? kept.error}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={refusal !== null || (isUsed && tried === null)}
          onClick={use}
          className="max-md:h-11"
        >
          Use these colours
        </Button>
        {tried && (
          <Button className="max-md:h-11" onClick={() => setTried(null)}>
            Start again
          </Button>
        )}
      </div>
      {isPasting && <Pasting onDone={setTried} onClose={() => setPasting(false)} />}
    </SettingsSection>
  )
}
