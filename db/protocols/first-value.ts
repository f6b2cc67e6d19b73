import { z } from 'zod';
import { StartedLayout } from '#db/batches/started-layout.ts';
import { ref } from '#db/values/field-types.ts';

/**
 * What the first value of a batch says besides: which batch it starts, with the plate as its person saw it (domain 5.11,
 * case 29). Null for every later value, and from an app that does not say it.
 */
export const FirstValueStart = z
  .strictObject({ batchId: ref, layout: StartedLayout })
  .nullable()
  .default(null);
export type FirstValueStart = z.infer<typeof FirstValueStart>;

/** A first value is about its batch too: the server learns whether its person knew of the batch's changes. */
export const subjectsOfValue = (args: { assignedSectionId: string; start: FirstValueStart }): string[] => [
  args.assignedSectionId,
  ...(args.start === null ? [] : [args.start.batchId]),
];
