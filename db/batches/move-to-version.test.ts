import { expect, test } from 'vitest';
import { ANN, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by } from '#db/factories/benches/section-operations.ts';
import { buildProcedure, buildSection } from '#db/factories/build-protocols.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { recordFieldValue } from '#db/protocols/values/record-field-value.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { batch } from './batch.ts';
import { addDuplicate } from './layout/add-duplicate.ts';
import { placeSample } from './layout/place-sample.ts';
import { moveBatchToVersion, newerVersionOf } from './move-to-version.ts';
import { startBatch } from './starting/start-batch.ts';

const AT = '2026-11-20T08:00:00.000Z';
const person = (name: string, role: Actor['role']) => buildActor({ userId: name.toLowerCase(), name, role });

/** Return a batch with two tubes on its plate, and version 2 of its procedure. */
async function laidOut(version: Partial<Procedure> = {}): Promise<MemoryWorld> {
  const world = buildBatchWorld();
  const [first] = world.all(procedure).filter(({ id }) => id === 'procedure-extraction');
  const own = { id: 'version-2', code: first?.code ?? '', procedureVersion: 2, activatedAt: AT };
  world.putRow(procedure, buildProcedure({ ...own, ...version }));
  world.putRow(
    section,
    buildSection({ id: 'elution-2', procedureId: 'version-2', name: 'Elution', order: 2 }),
  );
  world.putRow(section, buildSection({ id: 'lysis-2', procedureId: 'version-2', name: 'Lysis', order: 1 }));
  for (const [sampleId, plateLocation] of [
    ['s1', 'A1'],
    ['s2', 'B1'],
  ] as const)
    await runRule(world, placeSample, { batchId: 'batch-1', sampleId, plateLocation }, by(ANN));
  return world;
}

const move = (world: MemoryWorld, actor = LEA, procedureId = 'version-2') =>
  runRule(world, moveBatchToVersion, { batchId: 'batch-1', procedureId }, by(actor, 5));
const state = (world: MemoryWorld) => world.one(batch, 'batch-1');
const sections = (world: MemoryWorld) =>
  world
    .all(assignedSection)
    .filter((row) => row.batchId === 'batch-1' && !row.deleted)
    .map(({ sectionId }) => sectionId);

test('a batch that has not started takes the newer version with its samples and new sections', async () => {
  const world = await laidOut();
  expect(await move(world)).toMatchObject({ outcome: 'APPLIED' });
  expect(state(world)).toMatchObject({ procedureId: 'version-2', status: 'NOT_STARTED' });
  expect(sections(world)).toEqual(['lysis-2', 'elution-2']);
  expect(['s1', 's2', 's3'].map((id) => world.one(sample, id)?.extractionProcedureId)).toEqual([
    'version-2',
    'version-2',
    'procedure-extraction',
  ]);
  const [moved] = world.all(event).filter(({ type }) => type === 'BATCH_PROCEDURE_CHANGED');
  expect(moved).toMatchObject({ targetId: 'batch-1', userId: 'lea', data: { from: 1, to: 2 } });
  await expect(move(world)).rejects.toMatchObject({ code: 'NOT_NEWER_VERSION' });
  expect(await runRule(world, startBatch, { batchId: 'batch-1' }, by(ANN, 6))).toMatchObject({
    outcome: 'APPLIED',
  });
});

test('the managers and directors move a batch, nobody else', async () => {
  for (const actor of [
    person('Pia', 'PROJECT_MANAGER'),
    person('Lars', 'LAB_CLINICAL_DIRECTOR'),
    person('Rhea', 'LAB_RESEARCH_DIRECTOR'),
  ])
    expect(await move(await laidOut(), actor)).toMatchObject({ outcome: 'APPLIED' });
  for (const actor of [ANN, person('Ray', 'RESEARCH_ASSISTANT')])
    await expect(move(await laidOut(), actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a started batch keeps its version', async () => {
  const world = await laidOut();
  await runRule(world, startBatch, { batchId: 'batch-1' }, by(ANN, 4));
  await expect(move(world)).rejects.toMatchObject({ code: 'BATCH_STARTED' });
  expect(state(world)?.procedureId).toBe('procedure-extraction');
});

test('only a newer version of the same procedure that is in use is taken', async () => {
  const versions: Partial<Procedure>[] = [
    { code: 'SOP-OTHER' },
    { procedureVersion: 1 },
    { clinical: true },
    { batchType: 'PREPARATION' },
    { status: 'PENDING_APPROVAL' },
    { status: 'ARCHIVED' },
    { activatedAt: null, effectiveFrom: '2026-12-01' },
    { status: 'RESEARCH' },
  ];
  for (const version of versions) {
    const world = await laidOut(version);
    await expect(move(world)).rejects.toMatchObject({ code: 'NOT_NEWER_VERSION' });
    const row = state(world);
    const newerVersion = await world.transaction({ at: AT, userId: 'lea', entity: 'WBL' }, async (tx) =>
      row ? newerVersionOf(tx, row) : null,
    );
    expect(newerVersion).toBeNull();
  }
  const research = await laidOut({ status: 'RESEARCH' });
  const row = state(research);
  if (row) research.putRow(batch, { ...row, research: true });
  expect(await move(research)).toMatchObject({ outcome: 'APPLIED' });
});

test('a version that the plate does not fit is refused', async () => {
  const small = await laidOut({ maxSamples: 1 });
  await expect(move(small)).rejects.toThrow('Version 2 takes at most 1 samples. Take some out first.');
  const thirsty = await laidOut({ sampleInputVolume: '600' });
  expect(await move(thirsty)).toMatchObject({ outcome: 'APPLIED' });
  const doubled = await laidOut({ sampleInputVolume: '600' });
  await runRule(
    doubled,
    addDuplicate,
    {
      batchId: 'batch-1',
      sampleId: 's1',
      duplicateId: 'd1',
      duplicateBarcodeId: 'd1-label',
      plateLocation: 'C1',
    },
    by(ANN, 3),
  );
  await expect(move(doubled)).rejects.toMatchObject({ code: 'INSUFFICIENT_VOLUME' });
  expect(state(doubled)?.procedureId).toBe('procedure-extraction');
});

test('a value for a section of the earlier version says where to record it', async () => {
  const world = await laidOut();
  await move(world);
  const value = { fieldId: 'temperature', sampleId: null, value: '56', inputMethod: 'TYPED' as const };
  await expect(
    runRule(world, recordFieldValue, { assignedSectionId: 'batch-1-lysis', ...value }, by(ANN, 6)),
  ).rejects.toThrow('Record this in its new sections.');
});
