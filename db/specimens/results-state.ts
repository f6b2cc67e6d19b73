/**
 * The state of results as lists filter it: the work is done and they await their release, or they are
 * released.
 */
export const RESULTS_STATES = [
  { value: 'TO_RELEASE', label: 'To be released' },
  { value: 'RELEASED', label: 'Released' },
] as const;
export type ResultsState = (typeof RESULTS_STATES)[number]['value'];
