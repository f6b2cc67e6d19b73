import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { InputMethod } from './field-value.ts';
import { FirstValueStart, subjectsOfValue } from './first-value.ts';
import { recordValues } from './record-values.ts';

/** A value as a person enters it, before any check. */
export const enteredValue = {
  fieldId: ref,
  /** The sample or control of a PER_SAMPLE field, null for PER_BATCH. */
  sampleId: ref.nullable(),
  value: z.string().max(2000),
  inputMethod: InputMethod.exclude(['CALCULATED']),
  /**
   * Amount taken of a lot, where a field takes several; null = each lot gives what it has, in scanning order.
   */
  amount: z.string().max(30).nullable().default(null),
};

/** Record one value of a running section. */
export const recordFieldValue = defineOperation({
  name: 'record-field-value',
  version: 1,
  kind: 'fact',
  title: 'Record value',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({ assignedSectionId: ref, ...enteredValue, start: FirstValueStart }),
  subjects: subjectsOfValue,
  run(tx, { assignedSectionId, start, ...entry }, context) {
    const entries = [{ ...entry, id: context.newId(), changeReason: null }];
    return recordValues(tx, context, assignedSectionId, entries, start);
  },
});
