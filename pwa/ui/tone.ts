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

/** The meaning of a color; every status is drawn in one of these and never by color alone. */
export const TONES = ['neutral', 'info', 'progress', 'success', 'warning', 'danger', 'hold'] as const;
export type Tone = (typeof TONES)[number];

/** The icon with the same meaning as the tone's color. */
export const TONE_ICONS: Record<Tone, LucideIcon> = {
  neutral: CircleDashed,
  info: Info,
  progress: PlayCircle,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleX,
  hold: PauseCircle,
};
