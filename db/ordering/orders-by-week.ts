import { z } from 'zod';

/** How many orders were submitted and completed in a week, which is named by its Monday. */
export const OrdersOfWeek = z.object({ week: z.string(), submitted: z.int(), completed: z.int() });
export type OrdersOfWeek = z.infer<typeof OrdersOfWeek>;

/** How many weeks a dashboard looks back, this one with it. */
export const WEEKS_SHOWN = 12;
