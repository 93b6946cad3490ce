/** Colours and icons under everyone's names, paired with our own. */

/** The palette, by stored value: each theme shows its own shade of the values in it. */
export const palette = {
  red: '#e5484d',
  orange: '#f28c38',
  yellow: '#d9a514',
  green: '#2fa36b',
  teal: '#1f9aa0',
  blue: '#3b82d6',
  violet: '#8b5cd6',
  pink: '#d6559b',
} as const
export type Shade = keyof typeof palette

/** The colour of a review state in the sample data. */
export const REVIEW_COLOUR = '#8e5bd0'

const shades = new Map<string, Shade>(Object.entries(palette).map(([name, hex]) => [hex, name as Shade]))
/** The shade of a stored colour; null where it is a colour of somebody's own. */
export const shadeOf = (colour: string): Shade | null => shades.get(colour.toLowerCase()) ?? null

// Material Symbols on the left, as the wire has them; the icons that stand for them here on the right.
const pairs = `
  anchor:Anchor explore:Compass notifications:Bell account_balance_wallet:Wallet sailing:Sailboat
  menu_book:BookOpen book:Book auto_stories:BookOpenText bookmark:Bookmark library_books:Library import_contacts:Notebook
  description:FileText article:Newspaper note:StickyNote draft:File folder:Folder folder_open:FolderOpen inventory_2:Archive
  assignment:ClipboardList content_paste:Clipboard checklist:ListChecks list:List format_list_numbered:ListOrdered
  calendar_today:Calendar event:CalendarDays calendar_month:CalendarRange schedule:Clock alarm:AlarmClock timer:Timer
  hourglass_empty:Hourglass history:RotateCcwClock flag:Flag target:Target lightbulb:Lightbulb rocket_launch:Rocket rocket:Rocket
  auto_awesome:Sparkles star:Star favorite:Heart trophy:Trophy emoji_events:Medal campaign:Megaphone home:House
  apartment:Building domain:BuildingComplex store:Store factory:Factory castle:Castle group:Users groups:UsersRound person:User
  account_circle:CircleUser handshake:Handshake chat:MessageSquare chat_bubble:MessageCircle forum:MessagesSquare mail:Mail
  call:Phone smartphone:Smartphone public:Globe language:Languages location_on:MapPin map:Map signpost:Signpost
  code:Code terminal:Terminal bug_report:Bug database:Database dns:Server cloud:Cloud shield:Shield key:KeyRound lock:Lock
  lock_open:LockOpen visibility:Eye fingerprint:FingerprintPattern bar_chart:ChartColumn show_chart:ChartLine pie_chart:ChartPie
  trending_up:TrendingUp trending_down:TrendingDown receipt_long:Receipt shopping_cart:ShoppingCart shopping_bag:ShoppingBag
  sell:Tag payments:Banknote credit_card:CreditCard savings:PiggyBank attach_money:DollarSign euro:Euro package_2:Package
  deployed_code:Box local_shipping:Truck directions_boat:Ship flight:Plane train:TrainFront directions_car:Car
  directions_bus:Bus pedal_bike:Bike two_wheeler:Motorbike palette:Palette brush:Brush edit:Pencil draw:PenTool
  photo_camera:Camera image:Image videocam:Video movie:Film music_note:EighthNotes mic:Mic headphones:Headphones headset_mic:Headset
  radio:Radio tv:Tv computer:Monitor laptop:Laptop keyboard:Keyboard mouse:Mouse print:Printer science:FlaskConical
  biotech:Microscope school:GraduationCap build:Wrench handyman:Hammer construction:Construction settings:Settings
  tune:SlidersHorizontal extension:Puzzle link:Link attach_file:Paperclip push_pin:Pin search:Search filter_alt:Funnel
  info:Info help:CircleQuestionMark warning:TriangleExclamationPoint error:CircleExclamationPoint report:OctagonExclamationPoint block:Ban check:Check
  check_circle:CircleCheck done_all:CheckCheck close:X cancel:CircleX add:Plus add_circle:CirclePlus remove:Minus
  delete:Trash download:Download upload:Upload share:Share2 send:Send reply:Reply refresh:RefreshCw sync:RefreshCcw
  undo:Undo redo:Redo login:LogIn logout:LogOut open_in_new:ExternalLink content_copy:Copy content_cut:Scissors save:Save
  inbox:Inbox layers:Layers grid_view:LayoutGrid dashboard:LayoutDashboard view_kanban:SquareKanban table_chart:Table
  account_tree:Network hub:Share schema:Workflow lan:Network wifi:Wifi bluetooth:Bluetooth battery_full:BatteryFull
  bolt:Zap power:Plug local_fire_department:Flame water_drop:Droplet waves:WavesHorizontal ac_unit:Snowflake light_mode:Sun
  dark_mode:Moon cloud_queue:Cloudy thunderstorm:CloudLightning rainy:CloudRain umbrella:Umbrella air:Wind
  device_thermostat:Thermometer eco:Leaf park:TreePine forest:Trees psychiatry:Sprout local_florist:Flower pets:PawPrint
  cruelty_free:Rabbit phishing:Fish set_meal:FishSymbol restaurant:Utensils local_cafe:Coffee local_bar:Wine cake:Cake
  local_pizza:Pizza nutrition:Apple egg:Egg icecream:IceCreamCone kitchen:Refrigerator bed:Bed chair:Armchair
  bathtub:Bath door_open:DoorOpen weekend:Sofa fitness_center:Dumbbell sports_soccer:Volleyball sports_esports:Gamepad2
  casino:Dice5 toys:ToyBrick redeem:Gift celebration:PartyPopper theater_comedy:Drama attractions:FerrisWheel
  stethoscope:Stethoscope medication:Pill vaccines:Syringe medical_services:BriefcaseMedical ambulance:Ambulance
  monitor_heart:HeartPulse psychology:Brain mood:FaceSlightlySmiling sentiment_dissatisfied:FaceSlightlyFrowning thumb_up:ThumbsUp thumb_down:ThumbsDown
  back_hand:Hand work:Briefcase badge:IdCard gavel:Gavel balance:Scale account_balance:Landmark volunteer_activism:HandHeart
  quiz:FileQuestionMark functions:Sigma calculate:Calculator percent:Percent tag:Hash alternate_email:AtSign
  format_quote:Quote format_size:Type title:LetterH translate:Languages support:LifeBuoy cottage:House
  diamond:Gem verified:BadgeCheck military_tech:Award local_offer:Tags qr_code:QrCode barcode:Barcode
  memory:Cpu developer_board:CircuitBoard sd_card:MemoryStick satellite_alt:Satellite radar:Radar
  sensors:RadioTower podcasts:MicSignal rss_feed:Rss cast:Cast
`
const table = pairs
  .trim()
  .split(/\s+/)
  .map(pair => pair.split(':') as [string, string])

/** Icons have been written as `BookOpen`, `book-open` and `book_open`. */
export const plainName = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase()

const iconOf = new Map(table)
const symbolOf = new Map(table.toReversed().map(([symbol, icon]) => [plainName(icon), symbol]))

/** The icon that is here for a symbol of the wire; null for one that has none. */
export const iconOfSymbol = (symbol: string): string | null => iconOf.get(symbol.toLowerCase()) ?? null
/** The symbol that an icon travels as; null for one that stays here. */
export const symbolOfIcon = (icon: string): string | null => symbolOf.get(plainName(icon)) ?? null
