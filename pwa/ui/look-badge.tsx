import type { StatusDisplay, Tone as StatusTone } from '#db/values/tone.ts';
import { StatusBadge } from './status-badge.tsx';
import type { Tone } from './tone.ts';

/** How the tone of a status, as the status tables give it, is drawn. */
export const TONE_OF_STATUS: Record<StatusTone, Tone> = {
  neutral: 'neutral',
  quiet: 'neutral',
  active: 'progress',
  good: 'success',
  warning: 'warning',
  bad: 'danger',
};

/** A status straight from its table: `<LookBadge look={SPECIMEN_STATUS[specimen.status]} />`. */
export const LookBadge = ({ look }: { look: StatusDisplay }) => (
  <StatusBadge tone={TONE_OF_STATUS[look.tone]} label={look.label} />
);
