import { z } from 'zod';

const Choice = z.object({ id: z.string(), name: z.string() });

/** What the lists of orders can be narrowed to, of all orders that somebody sees. */
export const OrderChoices = z.object({
  companies: z.array(Choice),
  /** By their protocol, as orders name it. */
  services: z.array(Choice),
  projects: z.array(Choice),
});
export type OrderChoices = z.infer<typeof OrderChoices>;
