import type { StatusDisplay, Tone as StatusTone } from '#db/values/tone.ts';
import type { Tone } from './tone.ts';
import { ToneBadge } from './tone-badge.tsx';

/** The look of a status's tone in the status tables. */
export const TONE_OF_STATUS: Record<StatusTone, Tone> = {
  neutral: 'neutral',
  quiet: 'neutral',
  active: 'progress',
  good: 'success',
  warning: 'warning',
  bad: 'danger',
};

/** A badge of a status from its table: `<LookBadge look={SPECIMEN_STATUS[specimen.status]} />`. */
export const StatusBadge = ({ display }: { display: StatusDisplay }) => (
  <ToneBadge tone={TONE_OF_STATUS[display.tone]} label={display.label} />
);
