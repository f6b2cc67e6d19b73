import { describe, expect, test } from 'vitest';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  args,
  at,
  by,
  LYSIS,
  record,
  review,
  section,
  sign,
  startedWorld,
} from '#db/factories/benches/section-operations.ts';
import { buildCompetence } from '#db/factories/build-competences.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Competence, competence } from '#db/protocols/competences/competence.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { section as sectionEntity } from '#db/protocols/section.ts';
import { signSection } from './sign-section.ts';
import { signature } from './signature.ts';

const OF_BOB = { userId: 'bob', userCompanyId: 'm-bob' };

/** Build a section with its values recorded, of a method that asks for reading or training. */
async function recorded(method: Partial<Procedure>, ...records: Partial<Competence>[]): Promise<MemoryWorld> {
  const world = await startedWorld({ procedure: method });
  for (const row of records) world.putRow(competence, buildCompetence(row));
  await record(world, LYSIS, 'temperature', null, '56');
  return world;
}
const trained = (...records: Partial<Competence>[]) => recorded({ requiresTraining: true }, ...records);
const supervised = async (
  world: MemoryWorld,
  supervisorUserId: string,
  context: Partial<OperationContext> = by(ANN, 30),
) =>
  runRule(
    world,
    signSection,
    { ...(await args(world, LYSIS)), supervisorUserId, supervisorProof: 'second' },
    context,
  );
const meanings = (world: MemoryWorld) =>
  world.all(signature).map(({ meaning, printedName }) => `${meaning} ${printedName}`);
const isCompleted = (world: MemoryWorld) => section(world, LYSIS)?.completionEventId !== null;

describe('a method that must be read', () => {
  const openFirstReading = () =>
    recorded(
      { requiresReading: true, procedureVersion: 2 },
      { kind: 'READ', procedureVersion: 1, grantedById: null },
    );

  test('is signed without a warning by who has read this version', async () => {
    const world = await openFirstReading();
    world.putRow(competence, buildCompetence({ kind: 'READ', procedureVersion: 2, grantedById: null }));
    expect(await sign(world, LYSIS)).toMatchObject({ outcome: 'APPLIED' });
  });

  test('is signed with a warning by who has not read this version, and is completed', async () => {
    const world = await openFirstReading();
    expect(await sign(world, LYSIS)).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      code: 'NOT_READ',
      message:
        'You have not confirmed that you read version 2 of Magnetic bead extraction. Confirm it before your next section.',
    });
    expect(isCompleted(world)).toBe(true);
  });
});

describe('a method that asks for training', () => {
  test('refuses who is not trained, with the names of those who are', async () => {
    await expect(sign(await trained(), LYSIS)).rejects.toThrow(
      'You are not trained on Magnetic bead extraction, and nobody else is.',
    );
    const world = await trained(OF_BOB, { userId: 'lea', userCompanyId: 'm-lea', grantedById: 'bob' });
    await expect(sign(world, LYSIS)).rejects.toThrow(
      'You are not trained on Magnetic bead extraction. Ask Bob or Lea to sign with you.',
    );
  });

  test.each([
    ['a training', {}],
    ['an assessment', { kind: 'ASSESSED' as const }],
    ['a training that ends today', { expiresOn: '2026-11-21' }],
    ['a training that was revoked after the signature', { revokedAt: at(31) }],
  ])('accepts %s', async (_title, row) => {
    expect(await sign(await trained(row), LYSIS)).toMatchObject({ outcome: 'APPLIED' });
  });

  test.each([
    ['reading alone', { kind: 'READ' as const, grantedById: null }],
    ['an ended training', { expiresOn: '2026-11-20' }],
    ['a training that was revoked before the signature', { revokedAt: at(29) }],
    ['a training after the signature', { at: at(31) }],
    ['the training of another method', { procedureCode: 'SOP-LIB-01' }],
  ])('refuses %s', async (_title, row) => {
    await expect(sign(await trained(row), LYSIS)).rejects.toMatchObject({ code: 'NOT_TRAINED' });
  });

  test('accepts the training of the version before, unless the procedure says otherwise', async () => {
    const next = { requiresTraining: true, procedureVersion: 2 };
    const earlier = { id: 'earlier', code: 'SOP-EXT-01', procedureVersion: 1, status: 'ARCHIVED' as const };
    const withEarlier = async (method: Partial<Procedure>) => {
      const world = await recorded(method, { procedureVersion: 1 });
      const row = world.one(procedure, 'procedure-extraction');
      if (row) world.putRow(procedure, { ...row, ...earlier });
      return world;
    };
    expect(await sign(await withEarlier(next), LYSIS)).toMatchObject({ outcome: 'APPLIED' });
    const strict = await withEarlier({ ...next, trainingFromVersion: 2 });
    await expect(sign(strict, LYSIS)).rejects.toMatchObject({ code: 'NOT_TRAINED' });
  });

  test('is signed together with a trained colleague, whose review completes the section', async () => {
    const world = await trained(OF_BOB);
    expect(await supervised(world, 'bob')).toMatchObject({ outcome: 'APPLIED' });
    expect(meanings(world)).toEqual(['Performed by Ann', 'Reviewed by Bob']);
    expect(isCompleted(world)).toBe(true);
  });

  test('refuses a colleague who is not trained, the person twice, and a wrong PIN of the colleague', async () => {
    const world = await trained(OF_BOB);
    await expect(supervised(world, 'lea')).rejects.toThrow('Lea cannot sign with you.');
    await expect(supervised(world, 'ann')).rejects.toMatchObject({ code: 'SAME_PERSON' });
    const wrong = by(ANN, 30, {
      verifyProof: async (_hash, proof) => (proof === 'second' ? 'FAILED' : 'OK'),
    });
    await expect(supervised(world, 'bob', wrong)).rejects.toThrow(
      'The signature of Bob could not be verified',
    );
    expect(world.all(signature)).toEqual([]);
    expect(isCompleted(world)).toBe(false);
  });

  test('is reviewed by a trained tech, or by who decides about quality', async () => {
    const reviewed = async (...records: Partial<Competence>[]) => {
      const world = await startedWorld({ procedure: { requiresTraining: true } });
      const [lysis] = world.select(sectionEntity, { id: 'lysis' });
      if (lysis) world.putRow(sectionEntity, { ...lysis, requiresReview: true });
      for (const row of [{}, ...records]) world.putRow(competence, buildCompetence(row));
      await record(world, LYSIS, 'temperature', null, '56');
      await sign(world, LYSIS);
      return world;
    };
    await expect(review(await reviewed(), LYSIS, by(BOB, 40))).rejects.toThrow(
      'You are not trained on Magnetic bead extraction. Ask Ann to review it.',
    );
    expect(await review(await reviewed(OF_BOB), LYSIS, by(BOB, 40))).toMatchObject({ outcome: 'APPLIED' });
    expect(await review(await reviewed(), LYSIS, by(LEA, 40))).toMatchObject({ outcome: 'APPLIED' });
  });
});
