/**
 * The meaning of a status at a glance; screens give each tone its color and icon. `neutral` waits, `moving` is
 * on its way, `active` is in the lab or in work, `good` is finished, `warning` needs somebody to act, `bad` has
 * stopped.
 */
export type Tone = 'neutral' | 'quiet' | 'moving' | 'active' | 'good' | 'warning' | 'bad';

/** The screen text of a status, its order in lists, and its tone. */
export interface StatusDisplay {
  label: string;
  rank: number;
  tone: Tone;
}
