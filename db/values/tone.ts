/** The meaning of a status at a glance; screens give each tone its color and icon. */
export type Tone = 'neutral' | 'quiet' | 'active' | 'good' | 'warning' | 'bad';

/** The screen text of a status, its order in lists, and its tone. */
export interface StatusDisplay {
  label: string;
  rank: number;
  tone: Tone;
}
