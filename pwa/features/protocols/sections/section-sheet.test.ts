import { expect, test } from 'vitest';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, lysed, record } from '#db/factories/benches/section-operations.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { sectionSheet } from './section-sheet.ts';
import { readSectionView } from './section-view.ts';

test('a worksheet has recorded values, empty places for the others, and lines to sign', async () => {
  const world = await lysed();
  await record(world, ELUTION, 'volume', 's1', '48', by(ANN, 31));
  const context = buildContext({ actor: ANN, replica: 'device' });
  const stamp = { at: context.occurredAt, userId: ANN.userId, entity: ANN.entity };
  const view = await world.transaction(stamp, (tx) => readSectionView(tx, context, ELUTION));
  const sheet = sectionSheet(view);
  const table = sheet.tables?.find(({ columns }) => columns[0] === 'Well');
  const column = table?.columns.findIndex((label) => label.startsWith('Volume')) ?? -1;
  expect(table?.rows.map((row) => `${row[0]} ${row[column]}`)).toEqual(['A1 48', 'B1 ']);
  expect(sheet.signatures).toEqual(['Done by, date', 'Reviewed by, date']);
  expect(sheet.number).toBe(view.run.batch.julianId);
});
