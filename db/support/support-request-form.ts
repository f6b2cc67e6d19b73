import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { SupportSubject } from './support-subject.ts';

/** The most files with one message. */
export const MAX_ATTACHMENTS = 5;

/** `POST /api/support`, in. */
export const SupportRequestForm = z.strictObject({
  subject: SupportSubject,
  /** An order, requisition or invoice number, if it is about one. */
  about: orEmpty(oneLine('', 60)).default(null),
  message: z
    .string()
    .trim()
    .min(10, 'Write at least 10 characters.')
    .max(5_000, 'Use at most 5000 characters.'),
  /** Documents that were uploaded for it before. */
  fileIds: z
    .array(Id)
    .max(MAX_ATTACHMENTS, `Attach at most ${MAX_ATTACHMENTS} files.`)
    .default(() => []),
});
export type SupportRequestForm = z.infer<typeof SupportRequestForm>;

/** `POST /api/support`, out. */
export const SupportReference = z.object({ reference: z.string() });
