import {
  ALargeSmall,
  AlignCenter,
  AlignLeft,
  AlignRight,
  ArrowRight,
  ArrowUpDown,
  ArrowUpRight,
  BellOff,
  Blocks,
  Bookmark,
  BookOpen,
  Bot,
  Briefcase,
  Bug,
  Building2,
  CheckCheck,
  ChevronLeft,
  CircleAlert,
  CircleX,
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
  Heading4,
  Heading5,
  Heading6,
  Keyboard,
  LayoutGrid,
  ListCollapse,
  Lock,
  LockOpen,
  LogOut,
  type LucideIcon,
  Mail,
  MailOpen,
  MessageCircleQuestionMark,
  Minus,
  Monitor,
  Moon,
  Palette,
  PanelRight,
  Pencil,
  Printer,
  Receipt,
  Replace,
  RotateCcw,
  RotateCw,
  Send,
  Settings,
  Shield,
  Shuffle,
  Smartphone,
  SmilePlus,
  Sparkles,
  Sun,
  SunMoon,
  TableOfContents,
  Tablet,
  TriangleAlert,
  Undo2,
  Upload,
  UserMinus,
  UserPlus,
  Volume2,
  VolumeX,
  Webhook,
  WifiOff,
} from 'lucide-react'
import { classes } from './classes.ts'
import { drawn } from './icon-paths.ts'

const others = {
  'a-large-small': ALargeSmall,
  'align-center': AlignCenter,
  'align-left': AlignLeft,
  'align-right': AlignRight,
  'arrow-right': ArrowRight,
  'arrow-up-down': ArrowUpDown,
  'arrow-up-right': ArrowUpRight,
  'bell-off': BellOff,
  blocks: Blocks,
  bookmark: Bookmark,
  bot: Bot,
  briefcase: Briefcase,
  bug: Bug,
  'building-2': Building2,
  'check-check': CheckCheck,
  'chevron-left': ChevronLeft,
  'circle-alert': CircleAlert,
  'cloud-off': CloudOff,
  'cloud-upload': CloudUpload,
  copy: Copy,
  'corner-down-right': CornerDownRight,
  download: Download,
  upload: Upload,
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
  'heading-4': Heading4,
  'heading-5': Heading5,
  'heading-6': Heading6,
  keyboard: Keyboard,
  'layout-grid': LayoutGrid,
  'list-collapse': ListCollapse,
  lock: Lock,
  'lock-open': LockOpen,
  'log-out': LogOut,
  'mail-open': MailOpen,
  mail: Mail,
  'message-circle-question': MessageCircleQuestionMark,
  minus: Minus,
  monitor: Monitor,
  moon: Moon,
  palette: Palette,
  shield: Shield,
  smartphone: Smartphone,
  tablet: Tablet,
  'panel-right': PanelRight,
  pencil: Pencil,
  printer: Printer,
  replace: Replace,
  'rotate-ccw': RotateCcw,
  'rotate-cw': RotateCw,
  settings: Settings,
  shuffle: Shuffle,
  'smile-plus': SmilePlus,
  sparkles: Sparkles,
  sun: Sun,
  'sun-moon': SunMoon,
  'table-of-contents': TableOfContents,
  'undo-2': Undo2,
  'user-plus': UserPlus,
  'wifi-off': WifiOff,
  send: Send,
  'book-open': BookOpen,
  receipt: Receipt,
  'user-minus': UserMinus,
  'circle-x': CircleX,
  'triangle-alert': TriangleAlert,
  'volume-2': Volume2,
  'volume-x': VolumeX,
  webhook: Webhook,
} satisfies Record<string, LucideIcon>

export type IconName = keyof typeof drawn | keyof typeof others
export const iconNames = [...Object.keys(drawn), ...Object.keys(others)] as IconName[]

export type IconProps = {
  name: IconName
  size?: 10 | 12 | 14 | 16 | 20
  stroke?: number
  /** Where it stands for words that are nowhere beside it; otherwise the control around it carries the name. */
  label?: string | undefined
  className?: string | undefined
}

export const Icon = ({ name, size = 16, stroke = 1.75, label, className }: IconProps) => {
  const spoken = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  if (name in others) {
    const Other = others[name as keyof typeof others]
    return <Other size={size} strokeWidth={stroke} className={className} {...spoken} />
  }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or decorative
    <svg
      {...spoken}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes('flex-none', className)}
    >
      <path d={drawn[name as keyof typeof drawn]} />
    </svg>
  )
}
