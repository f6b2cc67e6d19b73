import { z } from 'zod';

const Choice = z.object({ id: z.string(), name: z.string() });

/** The filter options of the order lists, from all orders that a person sees. */
export const OrderChoices = z.object({
  companies: z.array(Choice),
  /** By the protocol, as orders reference it. */
  services: z.array(Choice),
  projects: z.array(Choice),
});
export type OrderChoices = z.infer<typeof OrderChoices>;
