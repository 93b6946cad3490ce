import { useState } from 'react'
import { type OwnColours, type ThemeColour, themeColours } from '#contract/people/themes.ts'
import { chooseTheme } from '../../data/me.ts'
import { useSave } from '../../settings/saving.ts'
import { variables } from '../../ui/colours.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextArea, TextInput } from '../../ui/controls/TextInput.tsx'
import { copyText } from '../../ui/copy.ts'
import { derive, pairsOf, ratioWords, refusalOf } from '../../ui/ownTheme/derive.ts'
import { tokensOf } from '../../ui/ownTheme/sheet.ts'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { useOwnColours, useTheme } from '../../ui/theme.ts'
import { colourNames, coloursAsText, coloursFromText, readColour } from './ownColours.ts'

type Change = (name: ThemeColour, colour: string) => void

const ColourRow = ({ name, colour, change }: { name: ThemeColour; colour: string; change: Change }) => {
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && !readColour(typed)
  const type = (text: string) => {
    setTyped(text)
    const read = readColour(text)
    if (read) change(name, read)
  }
  return (
    <Field label={colourNames[name]} error={wrong ? 'Six digits from 0 to f, such as #0d101b.' : null}>
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label={`${colourNames[name]}, chosen by eye`}
          value={colour}
          onChange={({ target }) => {
            setTyped(null)
            change(name, target.value)
          }}
          className="size-10 flex-none cursor-pointer rounded-control bg-raised max-md:size-11"
        />
        <TextInput
          value={typed ?? colour}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => type(target.value)}
          onBlur={() => setTyped(null)}
          className="num max-w-32"
        />
      </div>
    </Field>
  )
}

/** A window in the colours as they are being chosen. */
const Preview = ({ colours }: { colours: OwnColours }) => {
  const { main, sidebar } = derive(colours, tokensOf)
  return (
    <div
      role="img"
      aria-label="How it will look"
      className="grid h-48 grid-cols-[120px_1fr] overflow-hidden rounded-card bg-bg text-ink shadow-[inset_0_0_0_1px_var(--line)]"
      style={variables(main)}
    >
      <div className="flex flex-col gap-2 bg-sunken p-3 text-ink" style={variables(sidebar)}>
        <b>Lantern Quay</b>
        <span className="rounded-control bg-press px-1.5">Issues</span>
        <span className="px-1.5 text-ink-2">Pages</span>
      </div>
      <div className="flex min-w-0 flex-col gap-2 p-4">
        <b>Gate code</b>
        <span className="text-ink-2">Renew it before the season.</span>
        <span className="text-ink-3">Due tomorrow</span>
        <span className="text-accent-text">QUAY-12</span>
        <span className="text-danger">Overdue</span>
        <span className="mt-auto self-start rounded-control bg-accent px-2.5 py-1 text-accent-ink">Save</span>
      </div>
    </div>
  )
}

const Contrasts = ({ colours }: { colours: OwnColours }) => (
  <ul aria-label="Contrast" className="text-12 text-ink-2">
    {pairsOf(colours).map(({ words, ratio, least }) => (
      <li key={words} className="num">
        {words}: {ratioWords(ratio)}
        {ratio < least && <b className="text-danger"> (at least {least} : 1)</b>}
      </li>
    ))}
  </ul>
)

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
            Take its colours
          </Button>
        </>
      }
    >
      <Field label="Text of a theme" error={error} hint="As somebody copied it from this screen.">
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
    <section aria-label="Colours of your own" className="mt-6 max-w-160">
      <h3 className="font-semibold">Colours of your own</h3>
      <div className="mt-3 grid grid-cols-2 gap-6 max-md:grid-cols-1">
        <div className="flex flex-col gap-3">
          {themeColours.map(name => (
            <ColourRow
              key={name}
              name={name}
              colour={colours[name]}
              change={(of, colour) => setTried({ ...colours, [of]: colour })}
            />
          ))}
        </div>
        <div className="flex flex-col gap-3">
          <Preview colours={colours} />
          <Contrasts colours={colours} />
        </div>
      </div>
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
        <Button
          variant="neutral"
          className="max-md:h-11"
          onClick={() => void copyText(coloursAsText(colours), 'Theme')}
        >
          Copy as text
        </Button>
        <Button variant="neutral" className="max-md:h-11" onClick={() => setPasting(true)}>
          Paste a theme…
        </Button>
        {tried && (
          <Button className="max-md:h-11" onClick={() => setTried(null)}>
            Start again
          </Button>
        )}
      </div>
      {isPasting && <Pasting onDone={setTried} onClose={() => setPasting(false)} />}
    </section>
  )
}
