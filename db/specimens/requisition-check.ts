import { z } from 'zod';

/** Whether a requisition may have a number, and why not. */
export const RequisitionCheck = z.object({ available: z.boolean(), message: z.string().nullable() });
export type RequisitionCheck = z.infer<typeof RequisitionCheck>;
