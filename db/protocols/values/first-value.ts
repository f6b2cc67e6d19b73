import { z } from 'zod';
import { StartedLayout } from '#db/batches/starting/started-layout.ts';
import { ref } from '#db/values/field-types.ts';

/**
 * The start that the first value of a batch carries: the batch, with the plate as the person saw it (domain
 * 5.11, case 29). Null for every later value and from apps that do not send it.
 */
export const FirstValueStart = z
  .strictObject({ batchId: ref, layout: StartedLayout })
  .nullable()
  .default(null);
export type FirstValueStart = z.infer<typeof FirstValueStart>;

/**
 * List the subjects of a value. A first value is also about its batch: the server learns whether the person
 * knew of the batch's changes.
 */
export const subjectsOfValue = (args: { assignedSectionId: string; start: FirstValueStart }): string[] => [
  args.assignedSectionId,
  ...(args.start === null ? [] : [args.start.batchId]),
];
