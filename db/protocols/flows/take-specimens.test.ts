import { expect, test } from 'vitest';
import { type FlowBench, openFlowBench } from '#db/factories/benches/flow-bench.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { flow } from '#db/protocols/flow.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { startProcedureVersion } from '#db/protocols/procedures/create-procedure.ts';
import { activateVersion } from '#db/protocols/procedures/sign-off-procedure.ts';
import { event } from '#db/records/events/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { activateFlow } from './approve-flow.ts';

/** Return a flow in use, followed by specimens in every state of work. */
async function flowInUse() {
  const bench = openFlowBench();
  const extraction = await bench.approvedProcedure('SOP-A');
  const first = await bench.approvedFlow('FLOW-A', extraction);
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
  return { bench, extraction, first };
}

/** Return also the next version of the flow, submitted, which swaps the version of the extraction. */
async function swapped(code = 'SOP-A') {
  const inUse = await flowInUse();
  const { bench, extraction, first } = inUse;
  const row = bench.world.one(procedure, extraction);
  if (row) bench.world.putRow(procedure, { ...row, id: 'extraction-2', code, procedureVersion: 2 });
  const second = await bench.nextFlow('user-manager', first);
  await bench.saveFlow('user-manager', second, { extractionProcedureId: 'extraction-2' });
  await bench.submitFlow('user-manager', second);
  return { ...inUse, second };
}

/** Return also the next version of the extraction, submitted. */
async function nextProcedure() {
  const inUse = await flowInUse();
  const { bench, extraction: sourceId } = inUse;
  await bench.run('user-manager', startProcedureVersion, { procedureId: 'extraction-2', sourceId });
  await bench.submit('user-manager', 'extraction-2');
  const updatedId = () => bench.world.select(flow, { supersedesId: inUse.first })[0]?.id ?? '';
  return { ...inUse, updatedId };
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

test('specimens follow the version that a procedure gives their flow when the director ticks it', async () => {
  const { bench, first, updatedId } = await nextProcedure();
  await bench.signOff('user-research', 'extraction-2', {
    updateFlowIds: [first],
    takesQueuedSpecimens: true,
  });
  expect(followers(bench, updatedId())).toEqual(['expected', 'queued', 'earlier']);
  expect(bench.world.one(sample, 'queued-0')?.extractionProcedureId).toBe('extraction-2');
  expect(moved(bench)).toHaveLength(3);
});

test('specimens keep their flow when a director updates it without the tick, or not at all', async () => {
  const untouched = await nextProcedure();
  await untouched.bench.signOff('user-research', 'extraction-2', { takesQueuedSpecimens: true });
  const { bench, first } = await nextProcedure();
  await bench.signOff('user-research', 'extraction-2', { updateFlowIds: [first] });
  expect(followers(bench, first)).toHaveLength(7);
  expect(followers(untouched.bench, untouched.first)).toHaveLength(7);
});

test('specimens follow the flow of a procedure on its first day, as they are by then', async () => {
  const { bench, first, updatedId } = await nextProcedure();
  await bench.signOff('user-research', 'extraction-2', {
    effectiveFrom: '2026-11-23',
    updateFlowIds: [first],
    takesQueuedSpecimens: true,
  });
  expect(followers(bench, first)).toHaveLength(7);
  const tube = bench.world.one(sample, 'queued-0');
  const next = bench.world.one(procedure, 'extraction-2');
  if (!tube || !next) throw new Error('The tube or the procedure is missing.');
  bench.world.putRow(sample, { ...tube, status: 'IN_PROGRESS' });
  const at = '2026-11-23T00:10:00.000Z';
  const context = buildContext({ occurredAt: at, labDay: '2026-11-23' });
  await bench.world.transaction({ at, userId: null, entity: 'WBL' }, (tx) =>
    activateVersion(tx, context, next),
  );
  expect(followers(bench, updatedId())).toEqual(['expected', 'earlier']);
});

test('a flow that waits for its day keeps the tick of its approval when a procedure updates it', async () => {
  const { bench, extraction } = await swapped();
  const [waiting] = bench.world.select(flow, { code: 'FLOW-A', flowVersion: 2 });
  if (!waiting) throw new Error('The second version is missing.');
  await bench.approveFlow('user-research', waiting.id, '2026-11-23', true);
  await bench.run('user-manager', startProcedureVersion, {
    procedureId: 'extraction-3',
    sourceId: extraction,
  });
  await bench.submit('user-manager', 'extraction-3');
  await bench.signOff('user-research', 'extraction-3', { updateFlowIds: [waiting.id] });
  expect(bench.world.select(flow, { supersedesId: waiting.id })).toMatchObject([
    { activatedAt: null, takesQueuedSpecimens: true },
  ]);
});
