import type { ConfigurationKey } from '#contract/workspace/configuration.ts'
import { Banner } from '../ui/marks/Banner.tsx'
import { InstanceFrame } from './InstanceFrame.tsx'
import { useInstance } from './instance.ts'
import { SettingRow } from './SettingRow.tsx'
import { useSettings } from './useSettings.ts'

type KeysProps = {
  title: string
  intro: string
  rows: readonly { name: ConfigurationKey; label: string; hint?: string }[]
}

const Keys = ({ title, intro, rows }: KeysProps) => {
  const settings = useSettings(rows.map(({ name }) => name))
  return (
    <InstanceFrame title={title} intro={intro} pending={settings.pending}>
      <form {...settings.props}>
        {settings.general && <Banner tone="danger">{settings.general}</Banner>}
        {rows.map(row => (
          <SettingRow key={row.name} settings={settings} {...row} />
        ))}
      </form>
    </InstanceFrame>
  )
}

export const AssistantScreen = () => (
  <Keys
    key={useInstance().status}
    title="Artificial intelligence"
    intro="The service that writes with people, where they ask for it. Without a key nothing is sent anywhere."
    rows={[
      { name: 'GPT_ENGINE', label: 'Model' },
      { name: 'OPENAI_API_KEY', label: 'API key' },
    ]}
  />
)

export const ImagesScreen = () => (
  <Keys
    key={useInstance().status}
    title="Images"
    intro="The library that covers may be chosen from. Without a key only your own pictures are offered."
    rows={[{ name: 'UNSPLASH_ACCESS_KEY', label: 'Unsplash access key' }]}
  />
)
