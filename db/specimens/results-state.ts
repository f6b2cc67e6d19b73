/** How the results of specimens stand, as lists are narrowed to it: the work is done and they wait to be released, or they are the customer's. */
export const RESULTS_STATES = [
  { value: 'TO_RELEASE', label: 'To be released' },
  { value: 'RELEASED', label: 'Released' },
] as const;
export type ResultsState = (typeof RESULTS_STATES)[number]['value'];
