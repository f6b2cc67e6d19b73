import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Info,
  type LucideIcon,
  PauseCircle,
  PlayCircle,
  TriangleAlert,
} from 'lucide-react';

/** What a colour means; every status is drawn in one of these and never by colour alone. */
export const TONES = ['neutral', 'info', 'progress', 'success', 'warning', 'danger', 'hold'] as const;
export type Tone = (typeof TONES)[number];

/** The icon that carries the same meaning as the tone's colour. */
export const TONE_ICONS: Record<Tone, LucideIcon> = {
  neutral: CircleDashed,
  info: Info,
  progress: PlayCircle,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleX,
  hold: PauseCircle,
};
