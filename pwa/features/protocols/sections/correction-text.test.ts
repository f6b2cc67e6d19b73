import { expect, test } from 'vitest';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, lysed, record } from '#db/factories/benches/section-operations.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { buildContext, runRule } from '#db/factories/run-rule.ts';
import { correctFieldValue } from '#db/protocols/values/record-field-value.ts';
import { correctionText } from './corrections.tsx';
import { readSectionView } from './section-view.ts';

test('the history of a section names the tube of a corrected value', async () => {
  const world = await lysed();
  await record(world, ELUTION, 'volume', 's2', '48', by(ANN, 31));
  const place = { assignedSectionId: ELUTION, fieldId: 'volume', sampleId: 's2' };
  const corrected = { value: '50', inputMethod: 'TYPED' as const, changeReason: 'Read wrongly' };
  await runRule(world, correctFieldValue, { ...place, ...corrected }, by(LEA, 32));
  const context = buildContext({ actor: LEA, replica: 'device' });
  const stamp = { at: context.occurredAt, userId: LEA.userId, entity: LEA.entity };
  const view = await world.transaction(stamp, (tx) => readSectionView(tx, context, ELUTION));
  const barcode = view.run.rows.find((one) => one.id === 's2')?.barcode;
  expect(view.events.flatMap((one) => correctionText(view.run, one) ?? [])).toEqual([
    `Volume of ${barcode}: 48 → 50`,
  ]);
});

test('an answer to a question is shown as Yes or No, not as stored', () => {
  const field = buildField({ id: 'f1', name: 'intact', label: 'Tube intact', type: 'BOOLEAN' });
  const run = { fields: [field], rows: [] };
  expect(correctionText(run, { data: { field: 'intact', from: 'true', to: 'false' } })).toBe(
    'Tube intact: Yes → No',
  );
  expect(correctionText(run, { data: { reason: 'Reopened' } })).toBeNull();
});
