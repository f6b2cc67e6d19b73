import { z } from 'zod';
import { describeField } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { SUPPORT_SUBJECT, SupportSubject } from './support-request.ts';

/** Most files with one message. */
export const MAX_ATTACHMENTS = 5;

/** `POST /api/support`, in. */
export const SupportRequestForm = z.strictObject({
  subject: describeField(SupportSubject, {
    label: 'What is it about?',
    message: 'Choose what it is about.',
    placeholder: 'Choose',
    choices: SUPPORT_SUBJECT,
  }),
  /** The order, requisition or invoice number that it concerns, if any. */
  about: describeField(orEmpty(oneLine('', 60)).default(null), {
    label: 'Number',
    hint: 'Of the order, requisition or invoice, if it is about one',
    input: 'code',
  }),
  message: describeField(
    z.string().trim().min(10, 'Write at least 10 characters.').max(5_000, 'Use at most 5000 characters.'),
    { label: 'Message', hint: 'Name no patients in it.', input: 'area' },
  ),
  /** Documents that were uploaded for it before. */
  fileIds: z
    .array(Id)
    .max(MAX_ATTACHMENTS, `Attach at most ${MAX_ATTACHMENTS} files.`)
    .default(() => []),
});
export type SupportRequestForm = z.infer<typeof SupportRequestForm>;

/** `POST /api/support`, out. */
export const SupportReference = z.object({ reference: z.string() });
