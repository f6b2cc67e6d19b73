import { z } from 'zod';

/** The numbers of orders submitted and completed in a week, named by its Monday. */
export const OrdersOfWeek = z.object({ week: z.string(), submitted: z.int(), completed: z.int() });
export type OrdersOfWeek = z.infer<typeof OrdersOfWeek>;

/** The number of weeks on a dashboard, including the present one. */
export const WEEKS_SHOWN = 12;
