import { expect, test } from 'vitest';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, eluted, sign } from '#db/factories/benches/section-operations.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { approveBatch } from './approve-batch.ts';
import { batch } from './batch.ts';
import { completeBatch } from './complete-batch.ts';
import { requestBatchApproval, returnBatch } from './return-batch.ts';
import { withdrawBatchApproval } from './withdraw-batch-approval.ts';

const person = (name: string, role: Actor['role']) => buildActor({ userId: name.toLowerCase(), name, role });
const RHEA = person('Rhea', 'LAB_RESEARCH_DIRECTOR');
const LARS = person('Lars', 'LAB_CLINICAL_DIRECTOR');
const PIA = person('Pia', 'PROJECT_MANAGER');
const REASON = 'Two wells have no concentration';

/** Return a completed batch whose samples wait for the director. */
async function completed(method: { clinical?: boolean; requiresDirectorApproval?: boolean } = {}) {
  const world = await eluted({ procedure: { requiresDirectorApproval: true, ...method } });
  await sign(world, ELUTION, by(ANN, 35));
  // What the batch makes goes on to library preparation.
  for (const row of world.all(sample))
    world.putRow(sample, { ...row, libraryPreparationProcedureId: 'next' });
  const args = { batchId: 'batch-1', childSuffixLetter: 'K', sampleIds: ['s1', 's2'] };
  await runRule(world, completeBatch, args, by(ANN, 37));
  return world;
}

const giveBack = (world: MemoryWorld, actor = RHEA) =>
  runRule(world, returnBatch, { batchId: 'batch-1', reason: REASON }, by(actor, 50));
const answer = (world: MemoryWorld, actor = LEA) =>
  runRule(world, requestBatchApproval, { batchId: 'batch-1', answer: 'Measured by hand' }, by(actor, 52));
const approve = (world: MemoryWorld, actor = RHEA) =>
  runRule(world, approveBatch, { batchId: 'batch-1' }, by(actor, 55));
const withdraw = (world: MemoryWorld, actor = RHEA) =>
  runRule(world, withdrawBatchApproval, { batchId: 'batch-1', reason: 'Wrong plate' }, by(actor, 57));

const state = (world: MemoryWorld) => world.one(batch, 'batch-1');
const children = (world: MemoryWorld) => world.all(sample).filter((row) => row.parentSampleId !== null);
const statuses = (world: MemoryWorld) => children(world).map((row) => row.status);
const events = (world: MemoryWorld) =>
  world
    .all(event)
    .filter((one) => /RETURNED|APPROV/.test(one.type))
    .map(({ type, userId, data }) => [type, userId, data['reason'] ?? null]);

test('a returned batch stays completed, holds its samples and names the reason', async () => {
  const world = await completed();
  expect(await giveBack(world)).toMatchObject({ outcome: 'APPLIED' });
  expect(state(world)).toMatchObject({
    status: 'COMPLETED',
    directorApproved: false,
    directorReturnReason: REASON,
  });
  expect(statuses(world)).toEqual(['RECEIVED_ON_HOLD', 'RECEIVED_ON_HOLD']);
  expect(events(world)).toEqual([['BATCH_DIRECTOR_RETURNED', 'rhea', REASON]]);
  await expect(giveBack(world)).rejects.toMatchObject({ code: 'RETURNED' });
});

test('a returned batch is approved only after an answer, which the director reads', async () => {
  const world = await completed();
  await expect(answer(world)).rejects.toMatchObject({ code: 'NOT_RETURNED' });
  await giveBack(world);
  await expect(approve(world)).rejects.toThrow(`is returned: ${REASON}. The lab manager answers first.`);
  await answer(world);
  expect(state(world)).toMatchObject({
    directorApproved: null,
    directorReturnReason: REASON,
    directorReturnAnswer: 'Measured by hand',
  });
  await expect(answer(world)).rejects.toMatchObject({ code: 'NOT_RETURNED' });
  expect(statuses(world)).toEqual(['RECEIVED_ON_HOLD', 'RECEIVED_ON_HOLD']);
  await approve(world);
  expect(state(world)).toMatchObject({
    directorApproved: true,
    directorReturnReason: null,
    directorReturnAnswer: null,
  });
  expect(statuses(world)).toEqual(['IN_QUEUE', 'IN_QUEUE']);
});

test('a second return replaces the reason and the answer', async () => {
  const world = await completed();
  await giveBack(world);
  await answer(world);
  await runRule(world, returnBatch, { batchId: 'batch-1', reason: 'Still empty' }, by(RHEA, 54));
  expect(state(world)).toMatchObject({ directorReturnReason: 'Still empty', directorReturnAnswer: null });
});

test('a return needs a reason, a completed batch and a procedure that a director approves', async () => {
  const running = await eluted({ procedure: { requiresDirectorApproval: true } });
  await expect(giveBack(running)).rejects.toMatchObject({ code: 'NOT_COMPLETE' });
  const world = await completed();
  expect(returnBatch.args.safeParse({ batchId: 'batch-1', reason: '  ' }).success).toBe(false);
  expect(requestBatchApproval.args.safeParse({ batchId: 'batch-1', answer: '' }).success).toBe(false);
  expect(withdrawBatchApproval.args.safeParse({ batchId: 'batch-1', reason: ' ' }).success).toBe(false);
  for (const row of world.all(procedure))
    world.putRow(procedure, { ...row, requiresDirectorApproval: false });
  await expect(giveBack(world)).rejects.toMatchObject({ code: 'NO_APPROVAL' });
});

test('the director of the kind of work decides; the lab manager answers', async () => {
  const clinical = await completed({ clinical: true });
  for (const actor of [RHEA, LEA, PIA, ANN])
    await expect(giveBack(clinical, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await giveBack(clinical, LARS);
  for (const actor of [LARS, PIA, ANN])
    await expect(answer(clinical, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await answer(clinical);
  await approve(clinical, LARS);
  for (const actor of [RHEA, LEA])
    await expect(withdraw(clinical, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const research = await completed();
  await approve(research, LEA);
  for (const actor of [LARS, LEA])
    await expect(withdraw(research, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a withdrawn approval holds the samples and leaves the signature in the history', async () => {
  const world = await completed();
  await expect(withdraw(world)).rejects.toMatchObject({ code: 'NOT_APPROVED' });
  await approve(world);
  await expect(giveBack(world)).rejects.toMatchObject({ code: 'APPROVED' });
  expect(await withdraw(world)).toMatchObject({ outcome: 'APPLIED' });
  expect(state(world)).toMatchObject({
    status: 'COMPLETED',
    directorApproved: null,
    directorApprovedById: null,
    directorApprovedAt: null,
  });
  expect(statuses(world)).toEqual(['RECEIVED_ON_HOLD', 'RECEIVED_ON_HOLD']);
  expect(world.all(signature).filter((one) => one.targetType === 'Batch')).toHaveLength(1);
  expect(events(world)).toEqual([
    ['BATCH_DIRECTOR_APPROVED', 'rhea', null],
    ['BATCH_APPROVAL_WITHDRAWN', 'rhea', 'Wrong plate'],
  ]);
});

test('an approval stays once a child is in a batch', async () => {
  const world = await completed();
  await approve(world);
  const [child] = children(world);
  if (child) world.putRow(sample, { ...child, batchId: 'batch-2', status: 'BATCH_ASSIGNED' });
  await expect(withdraw(world)).rejects.toThrow(`${child?.barcode} went to a later batch.`);
  expect(state(world)?.directorApproved).toBe(true);
});

test('a repeat and an aliquot of the tube stay in the queue when the approval is withdrawn', async () => {
  const world = await completed();
  await approve(world);
  const [child] = children(world);
  if (!child) throw new Error('The batch made nothing.');
  world.putRow(sample, { ...child, id: 'repeat', attempt: 2, batchId: 'batch-2', sampleKind: 'ALIQUOT' });
  world.putRow(sample, { ...child, id: 'aliquot', sampleKind: 'ALIQUOT' });
  await withdraw(world);
  expect(world.one(sample, 'repeat')?.status).toBe('IN_QUEUE');
  expect(world.one(sample, 'aliquot')?.status).toBe('IN_QUEUE');
  expect(world.one(sample, child.id)?.status).toBe('RECEIVED_ON_HOLD');
});
