import type { ConflictKind } from '#db/conflict-kind.ts';
import { refuse } from '#db/errors/app-error.ts';
import { activeBarcode, labelSample } from '#db/samples/label-sample.ts';
import { resolveMergedSample } from '#db/samples/resolve-merged-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { barcodeOf, isBarcode } from '#db/values/barcode-value.ts';
import { LABEL_TAKEN } from './receive-primary.ts';

/** One label on two samples: the first keeps it, the other gets a new one. */
export const labelTakenConflict: ConflictKind = {
  kind: LABEL_TAKEN,
  title: 'One label on two samples',
  labels: { ENTER_VALUE: 'Put the new label on the second' },
  valuePrompt: 'New label of the second',
  async resolve(tx, context, conflict, _choice, value) {
    const code = barcodeOf(value ?? '');
    if (!isBarcode(code)) throw refuse('VALIDATION', 'Scan the new label.');
    if (await activeBarcode(tx, code))
      throw refuse('LABEL_TAKEN', `Label ${code} is on another sample already. Print a new label.`);
    const row = await resolveMergedSample(tx, conflict.targetId);
    if (!row) return;
    const barcodeId = context.newId();
    await labelSample(tx, { barcodeId, value: code, targetId: row.id });
    await tx.patch(sample, row.id, { barcodeId, barcode: code });
  },
};
