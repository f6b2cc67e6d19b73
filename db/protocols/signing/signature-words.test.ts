import { expect, test } from 'vitest';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import { buildReceivingWorld, buildTube, receive } from '#db/factories/benches/receiving-bench.ts';
import { args, by, LYSIS, record, startedWorld } from '#db/factories/benches/section-operations.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { section } from '#db/protocols/section.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { reviewSection, signSection } from './sign-section.ts';
import { signature } from './signature.ts';
import { signatureHash, signatureText } from './write-signature.ts';

const FORGED = { printedName: 'Dr. Dana Director, PhD', meaning: 'Approved for release' };

const recorded = async () => {
  const world = await startedWorld();
  await record(world, LYSIS, 'temperature', null, '56');
  return world;
};

test('a signature has the name, role and meaning of the operation, whatever a device sends', async () => {
  const world = await recorded();
  for (const row of world.all(section)) world.putRow(section, { ...row, requiresReview: true });
  await runRule(world, signSection, { ...(await args(world, LYSIS)), ...FORGED }, by(ANN, 30));
  await runRule(world, reviewSection, { ...(await args(world, LYSIS)), ...FORGED }, by(LEA, 40));
  expect(world.all(signature)).toMatchObject([
    { type: 'SIGNED', printedName: ANN.name, role: ANN.role, meaning: 'Performed by', userId: ANN.userId },
    { type: 'REVIEWED', printedName: LEA.name, role: LEA.role, meaning: 'Reviewed by', userId: LEA.userId },
  ]);
});

test('a device may omit the words of a signature', async () => {
  const world = await recorded();
  const { printedName, meaning, ...requiredArgs } = await args(world, LYSIS);
  await runRule(world, signSection, requiredArgs, { ...by(BOB, 30), replica: 'device' });
  expect(world.all(signature)).toMatchObject([{ printedName: BOB.name, role: BOB.role }]);
});

test('a receipt names its receiver, whatever a device sends', async () => {
  const world = buildReceivingWorld();
  const signed = { contentHash: 'a'.repeat(64), proof: 'proof', ...FORGED };
  const tess = buildActor();
  expect(await receive(world, [buildTube()], { signature: signed })).toMatchObject({ outcome: 'APPLIED' });
  expect(world.all(signature)).toMatchObject([
    { type: 'SIGNED', printedName: tess.name, role: tess.role, meaning: 'Received by' },
  ]);
});

test('a conflict about a signature names its signer, not the words of the device', async () => {
  const world = await recorded();
  const failing = { ...by(ANN, 30), verifyProof: async () => 'FAILED' as const };
  await runRule(world, signSection, { ...(await args(world, LYSIS)), ...FORGED }, failing);
  expect(JSON.stringify(world.all(syncConflict))).not.toContain('Dana');
});

test('name, role, meaning, type and time are part of the hash of a signature', async () => {
  const world = await recorded();
  await runRule(world, signSection, await args(world, LYSIS), by(ANN, 30));
  const [row] = world.all(signature);
  if (!row) throw new Error('Nothing was signed.');
  expect(row.signatureHash).toBe(await signatureHash(row));
  const changes = [
    { printedName: 'Somebody Else' },
    { role: 'LAB_CLINICAL_DIRECTOR' as const },
    { meaning: 'Approved for release' },
    { type: 'REVIEWED' as const },
    { occurredAt: '2026-11-20T10:30:00.000Z' },
    { contentHash: 'b'.repeat(64) },
  ];
  for (const change of changes)
    expect(await signatureHash({ ...row, ...change })).not.toBe(row.signatureHash);
});

test('a signature is shown with meaning, name and role', async () => {
  const world = await recorded();
  await runRule(world, signSection, await args(world, LYSIS), by(ANN, 30));
  expect(world.all(signature).map(signatureText)).toEqual([`Performed by ${ANN.name}, Lab Tech`]);
  expect(signatureText({ meaning: 'Performed by', printedName: 'Ann', role: null })).toBe('Performed by Ann');
});
