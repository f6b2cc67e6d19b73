/** What a status means at a glance; screens give each tone its colour and icon. */
export type Tone = 'neutral' | 'quiet' | 'active' | 'good' | 'warning' | 'bad';

/** How a status is worded, where it stands in a list, and its tone. */
export interface StatusDisplay {
  label: string;
  rank: number;
  tone: Tone;
}
