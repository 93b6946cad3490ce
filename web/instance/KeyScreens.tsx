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
    intro="The service behind the writing assistant. Without a key, nothing is sent anywhere."
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
    intro="The photo library for covers. Without a key, only built-in covers and uploads are offered."
    rows={[{ name: 'UNSPLASH_ACCESS_KEY', label: 'Unsplash access key' }]}
  />
)
