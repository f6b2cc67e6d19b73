import { RESULTS_STANDING } from '#db/specimens/results-standing.ts';

/** How the results of an order stand, as the lab's list of orders is narrowed to it: one of its specimens is enough, but for none. */
export const ORDER_RESULTS = [
  { value: 'TO_APPROVE', label: 'To be approved' },
  ...RESULTS_STANDING,
  { value: 'NONE', label: 'None yet' },
] as const;
