import { useId, useState } from 'react'
import { type OwnColours, type ThemeColour, themeColours } from '#contract/people/themes.ts'
import { chooseTheme } from '../../data/me.ts'
import { SettingsSection } from '../../settings/SettingsScreen.tsx'
import { useSave } from '../../settings/saving.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextArea, TextInput } from '../../ui/controls/TextInput.tsx'
import { copyText } from '../../ui/copy.ts'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { useOwnColours } from '../../ui/theme.ts'
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
      title="Paste a code"
      actions={
        <Answers onCancel={onClose} onClick={take}>
          Use its colours
        </Answers>
      }
    >
      <Field label="Theme code" error={error} hint="As somebody copied it from this screen.">
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

/** Colours of one's own that are being tried, and how they come into use. */
export const useOwnTheme = () => {
  const used = useOwnColours()
  const [tried, setTried] = useState<OwnColours | null>(null)
  const { save, error } = useSave('own theme')
  return {
    colours: tried ?? used,
    isTried: tried !== null,
    error,
    tryOn: (colours: OwnColours) => setTried(colours),
    discard: () => setTried(null),
    use: () =>
      void save(async () => {
        await chooseTheme('custom', tried ?? used)
        setTried(null)
      }),
  }
}
type Own = ReturnType<typeof useOwnTheme>

/** In the header where there is room, else below the colours: the page keeps its theme until it is pressed. */
export const UseOwnTheme = ({ own }: { own: Own }) => (
  <>
    <Button className="max-md:h-11" onClick={own.discard}>
      Discard
    </Button>
    <Button variant="primary" className="max-md:h-11" onClick={own.use}>
      Use this theme
    </Button>
  </>
)

/** Colours of one's own: tried here, and shown as they can be read. */
export const OwnTheme = ({ own }: { own: Own }) => {
  const { colours } = own
  const [isPasting, setPasting] = useState(false)
  return (
    <>
      <SettingsSection
        title="Custom theme"
        controls={
          <>
            <Button
              icon="copy"
              className="max-md:h-11"
              onClick={() => void copyText(coloursAsText(colours), 'Theme')}
            >
              Copy as code
            </Button>
            <Button className="max-md:h-11" onClick={() => setPasting(true)}>
              Paste a code…
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
                change={(of, colour) => own.tryOn({ ...colours, [of]: colour })}
              />
            ))}
            <p className="mt-2 text-pretty text-12 text-ink-3">
              Everything else is mixed from these five. Where a mix would be hard to read, it is raised until
              it is not.
            </p>
          </div>
          <OwnPreview colours={colours} />
        </div>
        {own.error && (
          <p role="alert" className="mt-3 text-danger">
            {own.error}
          </p>
        )}
        {own.isTried && (
          <div className="mt-4 flex gap-2 md:hidden">
            <UseOwnTheme own={own} />
          </div>
        )}
        {isPasting && <Pasting onDone={own.tryOn} onClose={() => setPasting(false)} />}
      </SettingsSection>
      <SettingsSection
        title="Contrast"
        controls={<span className="text-12 text-ink-3">WCAG 2.2, level AA</span>}
      >
        <Contrasts colours={colours} />
      </SettingsSection>
    </>
  )
}
