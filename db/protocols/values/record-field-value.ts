import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { InputMethod } from './field-value.ts';
import { FirstValueStart, subjectsOfValue } from './first-value.ts';
import { recordValues } from './record-values.ts';

/** A value as a person enters it, before any check. */
const enteredValue = {
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
