import { z } from 'zod';
import { Id } from '#db/values/id.ts';

/** The specimens of one order whose results an operation changes; an order has 960 at most (domain 6.3). */
export const RESULTS_ARGS = {
  orderId: Id,
  specimenIds: z.array(Id).min(1, 'Choose at least one specimen.').max(960),
};
