import { expect, test } from 'vitest';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, eluted, record, sign } from '#db/factories/benches/section-operations.ts';
import { buildContext, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { signatureHash, signatureText } from '#db/protocols/signing/write-signature.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { sample } from '#db/samples/sample.ts';
import { approvalHash } from './approval-hash.ts';
import { approveBatch } from './approve-batch.ts';
import { batch } from './batch.ts';
import { completeBatch } from './complete-batch.ts';

const STAMP = { at: '2026-11-21T11:00:00.000Z', userId: 'x', entity: 'WBL' } as const;

/** Return a completed batch whose samples wait for the director. */
async function completed(): Promise<MemoryWorld> {
  const world = await eluted({ procedure: { requiresDirectorApproval: true } });
  await sign(world, ELUTION, by(ANN, 35));
  const args = { batchId: 'batch-1', childSuffixLetter: 'K', sampleIds: ['s1', 's2'] };
  await runRule(world, completeBatch, args, by(ANN, 37));
  return world;
}

const batchIn = (world: MemoryWorld) => {
  const row = world.one(batch, 'batch-1');
  if (!row) throw new Error('There is no batch.');
  return row;
};

const hashOf = (world: MemoryWorld) =>
  world.transaction(STAMP, (tx) => approvalHash(tx, buildContext(by(LEA)), batchIn(world)));

const approve = async (
  world: MemoryWorld,
  signed?: { contentHash: string; proof: string },
  more: Partial<OperationContext> = {},
) =>
  runRule(
    world,
    approveBatch,
    { batchId: 'batch-1', ...(signed ? { signature: signed } : {}) },
    by(LEA, 55, more),
  );

const approvals = (world: MemoryWorld) => world.all(signature).filter((one) => one.targetType === 'Batch');
const children = (world: MemoryWorld) => world.all(sample).filter((one) => one.parentSampleId !== null);

test('an approval makes a signature whose hash covers name, role, meaning, type and time', async () => {
  const world = await completed();
  const contentHash = await hashOf(world);
  expect(await approve(world, { contentHash, proof: 'proof' })).toMatchObject({ outcome: 'APPLIED' });
  const [row] = approvals(world);
  if (!row) throw new Error('Nothing was signed.');
  expect(row).toMatchObject({
    type: 'REVIEWED',
    meaning: 'Reviewed and approved by',
    printedName: LEA.name,
    role: LEA.role,
    userId: LEA.userId,
    targetId: 'batch-1',
    contentHash,
    verified: 'OK',
    signatureProof: 'proof',
    occurredAt: batchIn(world).directorApprovedAt,
  });
  expect(row.signatureHash).toBe(await signatureHash(row));
  expect(await signatureHash({ ...row, occurredAt: STAMP.at })).not.toBe(row.signatureHash);
  expect(signatureText(row)).toBe('Reviewed and approved by Lea, Lab Manager');
});

test('an approval of an older device without a proof counts, and its signature is not verified', async () => {
  const world = await completed();
  expect(await approve(world)).toMatchObject({ outcome: 'APPLIED' });
  expect(approvals(world)).toMatchObject([{ verified: 'PENDING', signatureProof: null }]);
  expect(batchIn(world).directorApproved).toBe(true);
});

test('a proof that fails verification approves nothing and opens a conflict', async () => {
  const world = await completed();
  const signed = { contentHash: await hashOf(world), proof: 'forged' };
  const result = await approve(world, signed, { verifyProof: async () => 'FAILED' });
  expect(result).toMatchObject({ outcome: 'CONFLICT', code: 'SIGNATURE_FAILED' });
  expect(batchIn(world).directorApproved).not.toBe(true);
  expect(children(world).map((one) => one.status)).toEqual(['RECEIVED_ON_HOLD', 'RECEIVED_ON_HOLD']);
  expect(approvals(world)).toMatchObject([{ verified: 'FAILED' }]);
  expect(world.all(syncConflict)).toMatchObject([
    { kind: 'SIGNATURE_FAILED', targetType: 'Batch', targetId: 'batch-1', status: 'OPEN' },
  ]);
});

test('an approval of an outdated record is refused', async () => {
  const world = await completed();
  const signed = { contentHash: 'a'.repeat(64), proof: 'proof' };
  await expect(approve(world, signed)).rejects.toMatchObject({ code: 'RECORD_CHANGED' });
  expect(approvals(world)).toEqual([]);
});

test('the signed hash covers every value of the sections', async () => {
  const world = await eluted();
  const before = await hashOf(world);
  await record(world, ELUTION, 'volume', 's1', '44', by(ANN, 34));
  expect(await hashOf(world)).not.toBe(before);
});
