import { expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, startedWorld } from '#db/factories/benches/section-operations.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { sample } from '#db/samples/sample.ts';
import { declineBatchFailure, failBatch, proposeBatchFailure } from './fail-batch.ts';
import { proposedBatches } from './failure-proposal.ts';

const PROPOSAL = {
  batchId: 'batch-1',
  failureReason: 'INSUFFICENT_RESULTS',
  failureNotes: 'No DNA in any well',
} as const;
const propose = (world: MemoryWorld, actor: Actor, minute: number, more = {}) =>
  runRule(world, proposeBatchFailure, { ...PROPOSAL, ...more }, by(actor, minute));
const decline = (world: MemoryWorld, actor: Actor, minute: number) =>
  runRule(world, declineBatchFailure, { batchId: 'batch-1', reason: 'Ran clean' }, by(actor, minute));
const waiting = (world: MemoryWorld) =>
  world.transaction({ at: '2026-11-21T11:00:00.000Z', userId: 'lea', entity: 'WBL' }, proposedBatches);
const status = (world: MemoryWorld) => world.one(batch, 'batch-1')?.status;

test('a tech proposes to fail a batch on QC: it continues, and deciding roles read who proposed it and why', async () => {
  const world = await startedWorld();
  expect(await waiting(world)).toEqual([]);
  expect((await propose(world, ANN, 5)).outcome).toBe('APPLIED');
  expect(status(world)).toBe('IN_PROGRESS');
  expect(world.all(sample).every((row) => row.status === 'IN_PROGRESS')).toBe(true);
  expect(await waiting(world)).toMatchObject([
    {
      batch: { julianId: 'W26325-E01' },
      proposal: { by: 'Ann', reason: 'INSUFFICENT_RESULTS', notes: 'No DNA in any well' },
    },
  ]);
});

test('no proposal waits after the batch failed', async () => {
  const world = await startedWorld();
  await propose(world, ANN, 5);
  const failure = { qc: true, failureReason: PROPOSAL.failureReason, failureNotes: null };
  await runRule(world, failBatch, { batchId: 'batch-1', ...failure }, by(LEA, 6));
  expect(await waiting(world)).toEqual([]);
  expect(await propose(world, BOB, 7)).toMatchObject({
    outcome: 'MERGED',
    message: 'Batch W26325-E01 is not in progress any more.',
  });
});

test('a proposal is declined with a reason; one that was made after the decision waits again', async () => {
  const world = await startedWorld();
  await propose(world, ANN, 5);
  await propose(world, BOB, 20);
  expect((await decline(world, LEA, 10)).outcome).toBe('APPLIED');
  expect((await waiting(world))[0]?.proposal.by).toBe('Bob');
  await decline(world, LEA, 21);
  expect(await waiting(world)).toEqual([]);
  expect(await decline(world, LEA, 22)).toMatchObject({
    outcome: 'MERGED',
    message: 'Batch W26325-E01 has no open proposal to fail.',
  });
});

test('a proposal for a batch completed in the meantime is kept, and the tech is told to speak to the lab manager', async () => {
  const world = await startedWorld();
  const [row] = world.all(batch);
  if (row) world.putRow(batch, { ...row, status: 'COMPLETED' });
  expect(await propose(world, ANN, 5)).toMatchObject({
    outcome: 'APPLIED_WITH_WARNING',
    message: 'Batch W26325-E01 is completed. Your proposal is kept in its history; tell the lab manager.',
  });
});

test('deciding roles do not propose, proposing roles do not decide, and notes are required as for any failure', async () => {
  const world = await startedWorld();
  const forbiddenText = 'You do not have permission to perform this action.';
  await expect(propose(world, LEA, 5)).rejects.toThrow(forbiddenText);
  await expect(propose(world, buildActor({ role: 'CS_REP' }), 5)).rejects.toThrow(forbiddenText);
  await propose(world, ANN, 5);
  await expect(decline(world, ANN, 6)).rejects.toThrow(forbiddenText);
  const unsaid = { failureReason: 'BAD_SAMPLE', failureNotes: null };
  await expect(propose(world, ANN, 7, unsaid)).rejects.toThrow('Notes are required for Bad sample.');
});
