import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { FirstValueStart, subjectsOfValue } from './first-value.ts';
import { enteredValue } from './record-field-value.ts';
import { recordValues } from './record-values.ts';

/**
 * Record many values of a running section at once (fill-down or an imported file); all are accepted or none.
 */
export const recordFieldValues = defineOperation({
  name: 'record-field-values',
  version: 1,
  kind: 'fact',
  title: 'Record values',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({
    assignedSectionId: ref,
    values: z.array(z.strictObject(enteredValue)).min(1).max(960),
    start: FirstValueStart,
  }),
  subjects: subjectsOfValue,
  run(tx, args, context) {
    const entries = args.values.map((value) => ({ ...value, id: context.newId(), changeReason: null }));
    return recordValues(tx, context, args.assignedSectionId, entries, args.start);
  },
});
