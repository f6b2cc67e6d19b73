import { expect, test } from 'vitest';
import { type FlowBench, openFlowBench } from '#db/factories/benches/flow-bench.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { event } from '#db/records/events/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { activateFlow } from './approve-flow.ts';

/** Return a flow in use, and its next version, submitted, which swaps the version of the extraction. */
async function swapped(code = 'SOP-A') {
  const bench = openFlowBench();
  const extraction = await bench.approvedProcedure('SOP-A');
  const first = await bench.approvedFlow('FLOW-A', extraction);
  const row = bench.world.one(procedure, extraction);
  if (row) bench.world.putRow(procedure, { ...row, id: 'extraction-2', code, procedureVersion: 2 });
  const second = await bench.nextFlow('user-manager', first);
  await bench.saveFlow('user-manager', second, { extractionProcedureId: 'extraction-2' });
  await bench.submitFlow('user-manager', second);
  const putSpecimen = (id: string, status: Specimen['status'], tubes: Partial<Sample>[]): void => {
    bench.world.putRow(specimen, buildSpecimen({ id, status, flowId: first }));
    for (const [n, tube] of tubes.entries()) {
      const own = { id: `${id}-${n}`, specimenId: id, extractionProcedureId: extraction };
      bench.world.putRow(sample, buildSample({ ...own, barcode: `${id}-${n}`, ...tube }));
    }
  };
  putSpecimen('expected', 'ORDERED', []);
  putSpecimen('queued', 'RECEIVED', [{ stage: 'EXTRACTION', status: 'IN_QUEUE' }]);
  putSpecimen('earlier', 'IN_PROGRESS', [{ stage: 'PREPARATION', status: 'IN_PROGRESS' }]);
  putSpecimen('placed', 'BATCH_ASSIGNED', [{ stage: 'EXTRACTION', status: 'BATCH_ASSIGNED' }]);
  putSpecimen('repeated', 'IN_PROGRESS', [
    { stage: 'EXTRACTION', status: 'FAILED_QC' },
    { stage: 'EXTRACTION', status: 'IN_QUEUE' },
  ]);
  putSpecimen('later', 'IN_PROGRESS', [{ stage: 'SEQUENCING', status: 'IN_QUEUE' }]);
  putSpecimen('ended', 'CANCELED', []);
  return { bench, extraction, first, second };
}

const followers = ({ world }: FlowBench, flowId: string) =>
  world
    .all(specimen)
    .filter((row) => row.flowId === flowId)
    .map(({ id }) => id);
const moved = ({ world }: FlowBench) => world.all(event).filter(({ type }) => type === 'SPECIMEN_UPDATED');

test('specimens that have not begun a changed stage follow the new version when the approver ticks it', async () => {
  const { bench, extraction, first, second } = await swapped();
  await bench.approveFlow('user-research', second, undefined, true);
  expect(followers(bench, second)).toEqual(['expected', 'queued', 'earlier']);
  expect(followers(bench, first)).toEqual(['placed', 'repeated', 'later', 'ended']);
  const pinned = (id: string) => bench.world.one(sample, id)?.extractionProcedureId;
  expect(['queued-0', 'earlier-0'].map(pinned)).toEqual(['extraction-2', 'extraction-2']);
  expect(['placed-0', 'repeated-0', 'repeated-1', 'later-0'].map(pinned)).toEqual([
    extraction,
    extraction,
    extraction,
    extraction,
  ]);
  expect(
    moved(bench)
      .map(({ targetId, data }) => [targetId, data['from'], data['to']])
      .sort(),
  ).toEqual([
    ['earlier', 1, 2],
    ['expected', 1, 2],
    ['queued', 1, 2],
  ]);
});

test('all specimens keep their version without the tick', async () => {
  const { bench, first, second } = await swapped();
  await bench.approveFlow('user-research', second);
  expect(followers(bench, second)).toEqual([]);
  expect(followers(bench, first)).toHaveLength(7);
  expect(moved(bench)).toEqual([]);
});

test('a version with another procedure takes no specimen of the earlier one', async () => {
  const { bench, second } = await swapped('SOP-OTHER');
  await bench.approveFlow('user-research', second, undefined, true);
  expect(followers(bench, second)).toEqual([]);
});

test('specimens follow a version on its first day, as they are by then', async () => {
  const { bench, first, second } = await swapped();
  await bench.approveFlow('user-research', second, '2026-11-23', true);
  expect(followers(bench, first)).toHaveLength(7);
  const tube = bench.world.one(sample, 'queued-0');
  if (tube) bench.world.putRow(sample, { ...tube, status: 'IN_PROGRESS' });
  const at = '2026-11-23T00:10:00.000Z';
  const context = buildContext({ occurredAt: at, labDay: '2026-11-23' });
  await bench.world.transaction({ at, userId: null, entity: 'WBL' }, (tx) =>
    activateFlow(tx, context, second),
  );
  expect(followers(bench, second)).toEqual(['expected', 'earlier']);
});
