import {
  ALargeSmall,
  ArrowRight,
  BellOff,
  Bookmark,
  Bug,
  ChevronLeft,
  CircleAlert,
  CloudOff,
  CloudUpload,
  Copy,
  CornerDownRight,
  Download,
  Ellipsis,
  ExternalLink,
  Eye,
  EyeOff,
  FileCode,
  Flag,
  Folder,
  Globe,
  GripVertical,
  Heading1,
  Heading2,
  Heading3,
  Keyboard,
  Lock,
  LogOut,
  type LucideIcon,
  Mail,
  Minus,
  Monitor,
  Moon,
  Pencil,
  Redo2,
  RotateCcw,
  Settings,
  SmilePlus,
  Sun,
  SunMoon,
  Undo2,
  UserPlus,
  WifiOff,
} from 'lucide-react'
import { classes } from './classes.ts'
import { drawn } from './icon-paths.ts'

const others = {
  'a-large-small': ALargeSmall,
  'arrow-right': ArrowRight,
  'bell-off': BellOff,
  bookmark: Bookmark,
  bug: Bug,
  'chevron-left': ChevronLeft,
  'circle-alert': CircleAlert,
  'cloud-off': CloudOff,
  'cloud-upload': CloudUpload,
  copy: Copy,
  'corner-down-right': CornerDownRight,
  download: Download,
  more: Ellipsis,
  'external-link': ExternalLink,
  eye: Eye,
  'eye-off': EyeOff,
  'file-code': FileCode,
  flag: Flag,
  folder: Folder,
  globe: Globe,
  'grip-vertical': GripVertical,
  'heading-1': Heading1,
  'heading-2': Heading2,
  'heading-3': Heading3,
  keyboard: Keyboard,
  lock: Lock,
  'log-out': LogOut,
  mail: Mail,
  minus: Minus,
  monitor: Monitor,
  moon: Moon,
  pencil: Pencil,
  'redo-2': Redo2,
  'rotate-ccw': RotateCcw,
  settings: Settings,
  'smile-plus': SmilePlus,
  sun: Sun,
  'sun-moon': SunMoon,
  'undo-2': Undo2,
  'user-plus': UserPlus,
  'wifi-off': WifiOff,
} satisfies Record<string, LucideIcon>

export type IconName = keyof typeof drawn | keyof typeof others
export const iconNames = [...Object.keys(drawn), ...Object.keys(others)] as IconName[]

type IconProps = { name: IconName; size?: 10 | 12 | 14 | 16 | 20; stroke?: number; className?: string }

/** Always decorative: the control around it carries the name. */
export const Icon = ({ name, size = 16, stroke = 1.75, className }: IconProps) => {
  if (name in others) {
    const Other = others[name as keyof typeof others]
    return <Other size={size} strokeWidth={stroke} className={className} aria-hidden />
  }
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes('flex-none', className)}
      aria-hidden="true"
    >
      <path d={drawn[name as keyof typeof drawn]} />
    </svg>
  )
}
