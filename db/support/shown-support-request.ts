import { z } from 'zod';
import { supportRequest } from './support-request.ts';

/** A support request in a list, with its sender and who closed it. */
export const ListedSupportRequest = supportRequest.schema.extend({
  askedBy: z.string(),
  askedByEmail: z.string(),
  companyName: z.string(),
  closedBy: z.string().nullable(),
  files: z.int(),
});
export type ListedSupportRequest = z.infer<typeof ListedSupportRequest>;
