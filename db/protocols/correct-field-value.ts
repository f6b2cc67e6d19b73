import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { FirstValueStart, subjectsOfValue } from './first-value.ts';
import { enteredValue } from './record-field-value.ts';
import { recordValues } from './record-values.ts';

/** Correct a recorded value, also another person's, with a reason; the old value stays in the history. */
export const correctFieldValue = defineOperation({
  name: 'correct-field-value',
  version: 1,
  kind: 'fact',
  title: 'Correct value',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({
    assignedSectionId: ref,
    ...enteredValue,
    /** The value that the person corrects; null when they saw none. Old devices omit it. */
    correctsId: ref.nullable().optional(),
    changeReason: longText.trim().min(1, 'A reason is required.'),
    start: FirstValueStart,
  }),
  subjects: subjectsOfValue,
  run(tx, { assignedSectionId, start, ...entry }, context) {
    return recordValues(tx, context, assignedSectionId, [{ ...entry, id: context.newId() }], start);
  },
});
