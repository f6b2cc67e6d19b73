import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Field } from '#db/protocols/field.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { completeSection } from '#db/protocols/sections/complete-section.ts';
import {
  loadSectionRun,
  type SectionRun,
  validSignature,
  valuesOf,
} from '#db/protocols/sections/section-run.ts';
import { SECTION_SIGNED_TWICE, SIGNATURE_FAILED } from '#db/protocols/signing/signing.ts';
import type { ConflictKind, OpenConflict } from '#db/records/conflicts/conflict-kind.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalNumber } from './canonical-value.ts';
import { sameEntry, takesSeveralLots } from './current-values.ts';
import { effectiveValues, type FieldValue, fieldValue } from './field-value.ts';
import { checkFieldValue } from './field-value-check.ts';
import { giveDnaBarcode } from './give-dna-barcode.ts';
import { recalculate } from './recalculate.ts';
import { closeValueConflicts, FIELD_VALUE, placeOf } from './value-conflict.ts';

const valueIdOf = (version: OpenConflict['mine'] | null): string => {
  const id = version?.value['valueId'];
  return typeof id === 'string' ? id : '';
};

/**
 * A conflict between values of one field: one of them, or a third one, becomes the only value; all stay in
 * the history.
 */
export const fieldValueConflict: ConflictKind = {
  kind: FIELD_VALUE,
  title: 'Two different values',
  labels: {
    KEEP_A: 'Keep the first value',
    KEEP_B: 'Keep the second value',
    ENTER_VALUE: 'Enter the true value',
  },
  valuePrompt: 'The true value',
  async resolve(tx, context, conflict, choice, value) {
    const [theirs, mine] = [
      await tx.get(fieldValue, valueIdOf(conflict.theirs)),
      await tx.get(fieldValue, valueIdOf(conflict.mine)),
    ];
    if (!theirs || !mine) throw refuse('NOT_FOUND', 'Not found.');
    const run = await loadSectionRun(tx, context, mine.assignedSectionId);
    const field = run.fields.find((one) => one.id === mine.fieldId);
    if (!field) throw refuse('NOT_FOUND', 'Not found.');
    const selectedValue =
      choice === 'ENTER_VALUE'
        ? enteredSelection(field, value, mine, context)
        : choice === 'KEEP_A'
          ? theirs
          : mine;
    if (await context.changedSinceSeen(syncConflict, conflict.id))
      throw refuse('CONFLICT_CHANGED', `${field.label} was changed meanwhile. Look again and decide.`);
    const places = new Set([mine, theirs].map((one) => placeOf(field, one)));
    await settle(tx, context, run, field, places, selectedValue);
    const row = run.rows.find((one) => one.id === mine.sampleId);
    if (row && run.assigned.waitsForId === null) await giveDnaBarcode(tx, field, row, selectedValue.value);
    await closeValueConflicts(tx, context, run, field, places, conflict.id);
    await recalculate(tx, context, await loadSectionRun(tx, context, mine.assignedSectionId));
  },
};

type SelectedValue = Pick<FieldValue, 'value' | 'numericValue' | 'inventoryItemId' | 'barcodeId'>;

function enteredSelection(
  field: Field,
  value: string | null,
  like: FieldValue,
  context: OperationContext,
): SelectedValue {
  if (takesSeveralLots(field)) {
    const amount = canonicalNumber(value ?? '');
    if (amount === null || Number(amount) <= 0)
      throw refuse('INVALID_VALUE', `The amount of lot ${like.value} must be more than 0.`);
    return { ...like, numericValue: amount };
  }
  if (field.type === 'LOT_NUMBER' || field.type === 'BARCODE') {
    throw refuse('CHOOSE_ONE', `Choose one of the two values of ${field.label}, then correct it by a scan.`);
  }
  const checked = checkFieldValue(field, value ?? '', context);
  if (checked.problem !== null) throw refuse('INVALID_VALUE', checked.problem);
  return {
    value: checked.value,
    numericValue: checked.numericValue,
    inventoryItemId: null,
    barcodeId: like.barcodeId,
  };
}

// The chosen value supersedes every other effective value, so that no two different values remain.
async function settle(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  field: Field,
  places: ReadonlySet<string>,
  selectedValue: SelectedValue,
): Promise<void> {
  const placeValues = effectiveValues(valuesOf(run)).filter((one) => places.has(placeOf(field, one)));
  for (const one of placeValues.filter((other) => !sameEntry(field, other, selectedValue))) {
    await tx.insert(fieldValue, {
      id: context.newId(),
      assignedSectionId: one.assignedSectionId,
      fieldId: one.fieldId,
      sampleId: one.sampleId,
      value: selectedValue.value,
      numericValue: selectedValue.numericValue,
      inventoryItemId: selectedValue.inventoryItemId,
      barcodeId: selectedValue.barcodeId,
      enteredById: context.actor.userId,
      occurredAt: context.occurredAt,
      inputMethod: 'TYPED',
      supersedesId: one.id,
      changeReason: 'Conflict resolved.',
      conflict: false,
      late: false,
      removed: false,
    });
  }
}

/**
 * A conflict between two signatures on different records: the first stays valid, or the section is reopened.
 */
export const sectionSignedTwiceConflict: ConflictKind = {
  kind: SECTION_SIGNED_TWICE,
  title: 'Section signed twice',
  labels: { KEEP_A: 'The first record is right', KEEP_B: 'Open the section again' },
  async resolve(tx, context, conflict, choice) {
    const run = await loadSectionRun(tx, context, conflict.targetId);
    if (choice === 'KEEP_B') {
      const reopenedAt =
        [...run.signatures.map((one) => one.occurredAt), context.occurredAt].sort().at(-1) ?? null;
      await tx.patch(assignedSection, run.assigned.id, { completionEventId: null, reopenedAt });
      return;
    }
    const reviewed = run.signatures.some((one) => one.type === 'REVIEWED' && one.verified !== 'FAILED');
    const isFinished = validSignature(run) && (!run.running.section.requiresReview || reviewed);
    if (isFinished && run.assigned.completionEventId === null) await completeSection(tx, context, run);
  },
};

/** A signature that could not be verified: the lab manager sees it; the section is open already. */
export const signatureFailedConflict: ConflictKind = {
  kind: SIGNATURE_FAILED,
  title: 'Signature not verified',
  labels: { KEEP_A: 'Seen; what is not signed is signed again' },
  async resolve() {},
};
