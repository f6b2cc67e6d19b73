import { expect, test } from 'vitest';
import { buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { SAMPLE_STATUSES, type SampleStatus } from '#db/samples/sample.ts';
import { plateWells } from './plate-wells.ts';

const [method] = buildBatchWorld().all(procedure);

/** Return the well of a tube in that status, on a plate that has started. */
function well(status: SampleStatus) {
  if (!method) throw new Error('The world has a procedure.');
  const row = buildSample({ id: 's1', barcode: 'W26325-0001-01', status, plateLocation: 'A1' });
  const wells = plateWells({ samples: [row], controls: [], procedure: method, locked: true }, new Map());
  return wells.get('A1');
}

test('a tube that was reset, completed or canceled is not drawn as one in progress', () => {
  expect(well('IN_PROGRESS')).toMatchObject({ label: 'W26325-0001-01', tone: 'progress' });
  expect(well('RESET')).toMatchObject({ label: 'W26325-0001-01, reset', tone: 'warning', mark: '↺' });
  expect(well('COMPLETED')).toMatchObject({ label: 'W26325-0001-01, completed', tone: 'success', mark: '✓' });
  expect(well('CANCELED')).toMatchObject({ label: 'W26325-0001-01, canceled', tone: 'neutral' });
});

test('a failed tube is marked as failed, whatever its later status', () => {
  const failed = SAMPLE_STATUSES.filter((status) => status.startsWith('FAILED'));
  for (const status of failed)
    expect(well(status)).toMatchObject({ label: 'W26325-0001-01, failed', tone: 'danger', mark: '×' });
});
