import { describe, expect, test } from 'vitest';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { ANN, BOB, hashOf, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  at,
  by,
  current,
  ELUTION,
  eluted,
  LYSIS,
  lysed,
  record,
  review,
  section,
  sign,
  startedWorld,
} from '#db/factories/benches/section-operations.ts';
import { buildContext, runRule } from '#db/factories/run-rule.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { correctFieldValue } from '#db/protocols/values/record-field-value.ts';
import { fieldValueConflict } from '#db/protocols/values/section-conflicts.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { clockText } from '#db/values/wall-clock.ts';
import { reopenSection } from './reopen-section.ts';

describe('when two people run one section', () => {
  test('case 16: different fields and samples are united', async () => {
    const world = await lysed();
    expect(await record(world, ELUTION, 'concentration', 's1', '20', by(ANN, 31))).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(await record(world, ELUTION, 'concentration', 's2', '30', by(BOB, 31))).toMatchObject({
      outcome: 'APPLIED',
    });
    const concurrentContext = { changedSinceSeen: async () => true };
    expect(await record(world, ELUTION, 'volume', 's1', '48', by(BOB, 32, concurrentContext))).toMatchObject({
      outcome: 'MERGED',
      message: 'Ann recorded in Elution too; all values are kept.',
    });
    expect(await record(world, ELUTION, 'volume', 's2', '48', by(ANN, 33, concurrentContext))).toMatchObject({
      message: 'Bob recorded in Elution too; all values are kept.',
    });
    expect(await record(world, ELUTION, 'volume', 's2', '48', by(BOB, 34))).toMatchObject({
      message: 'Volume was recorded by Ann too; both are kept as witnesses.',
    });
    expect(world.all(syncConflict)).toHaveLength(0);
  });

  test('case 17: equal numbers are one value with two witnesses', async () => {
    const world = await lysed();
    await record(world, ELUTION, 'concentration', 's1', '10', by(ANN, 31));
    const second = await record(world, ELUTION, 'concentration', 's1', '10.0', by(BOB, 32));
    expect(second).toMatchObject({ outcome: 'MERGED' });
    expect(second.message).toContain('Ann');
    expect(current(world, 'concentration', 's1')).toMatchObject({
      current: { enteredById: 'ann' },
      witnesses: [{ enteredById: 'bob' }],
      differing: [],
    });
  });

  test('case 18: different values are both kept, block the signature, and a person decides', async () => {
    const world = await eluted();
    const second = await record(world, ELUTION, 'concentration', 's1', '12', by(BOB, 20));
    expect(second.outcome).toBe('CONFLICT');
    expect(current(world, 'concentration', 's1')).toMatchObject({
      current: { value: '12' },
      differing: [{ value: '20' }],
    });
    expect(world.all(fieldValue).find((one) => one.enteredById === 'bob')?.conflict).toBe(true);
    await expect(sign(world, ELUTION, by(ANN, 40))).rejects.toThrow('Resolve 1 sync conflicts first.');
    const [conflict] = world.all(syncConflict);
    expect(conflict).toMatchObject({
      kind: 'FIELD_VALUE',
      assignedSectionId: ELUTION,
      mine: { name: 'Ann' },
      theirs: { name: 'Bob' },
    });
    const version = (of: typeof conflict, side: 'mine' | 'theirs') => JSON.parse(JSON.stringify(of?.[side]));
    const open = {
      id: conflict?.id ?? '',
      targetId: ELUTION,
      mine: version(conflict, 'mine'),
      theirs: version(conflict, 'theirs'),
    };
    const stamp = { at: at(45), userId: 'lea', entity: 'WBL' };
    await world.transaction(stamp, (tx) =>
      fieldValueConflict.resolve(tx, buildContext(by(LEA, 45)), open, 'ENTER_VALUE', '15.50'),
    );
    expect(current(world, 'concentration', 's1')).toMatchObject({
      current: { value: '15.5' },
      differing: [],
    });
    expect(current(world, 'mass', 's1')?.current.value).toBe('744');
    expect(
      world.all(fieldValue).filter((one) => one.fieldId === 'concentration' && one.sampleId === 's1'),
    ).toHaveLength(4);
  });

  test('case 19: values that arrive after the signature are refused and stored as late entries', async () => {
    const world = await lysed();
    const lateResult = await record(world, LYSIS, 'temperature', null, '60', by(BOB, 10));
    expect(lateResult).toMatchObject({
      outcome: 'REJECTED',
      message: `Section was signed by Ann at ${clockText(at(30), 'UTC')}.`,
    });
    expect(world.all(fieldValue).find((one) => one.late)).toMatchObject({ value: '60', enteredById: 'bob' });
    expect(current(world, 'temperature', null)?.current.value).toBe('56');
  });

  test('case 20: two signatures on one record are one completion; on different records a conflict suspends it', async () => {
    const world = await lysed();
    const hash = world.all(signature)[0]?.contentHash;
    expect(await sign(world, LYSIS, by(BOB, 25), hash)).toMatchObject({ outcome: 'MERGED' });
    expect(world.all(signature)).toHaveLength(2);
    expect(section(world, LYSIS)?.completionEventId).not.toBeNull();
    const carl = { ...BOB, userId: 'carl', name: 'Carl' };
    expect(await sign(world, LYSIS, by(carl, 26), 'f'.repeat(64))).toMatchObject({ outcome: 'CONFLICT' });
    expect(section(world, LYSIS)?.completionEventId).toBeNull();
    expect(world.all(syncConflict)[0]).toMatchObject({
      kind: 'SECTION_SIGNED_TWICE',
      assignedSectionId: LYSIS,
    });
  });

  test('case 20: a second signature that does not verify has no effect, and the manager is notified', async () => {
    const world = await lysed();
    const hash = world.all(signature)[0]?.contentHash;
    const failed = by(BOB, 25, { verifyProof: async () => 'FAILED' });
    const result = await sign(world, LYSIS, failed, hash);
    expect(result.outcome).toBe('CONFLICT');
    expect(result.message).toMatch(/Your signature could not be verified and does not count\.$/);
    expect(section(world, LYSIS)?.completionEventId).not.toBeNull();
    expect(world.all(syncConflict)).toMatchObject([
      { kind: 'SIGNATURE_FAILED', action: 'Check the signature of Bob on Lysis', mine: { name: 'Bob' } },
    ]);
  });

  test("case 21: work on the next section is stored while the earlier section's completion is not synced", async () => {
    const world = await startedWorld();
    await record(world, LYSIS, 'temperature', null, '56');
    const earlyResult = await record(world, ELUTION, 'concentration', 's1', '20', by(BOB, 31));
    expect(earlyResult).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      code: 'WAITING_FOR_SECTION',
      message: 'Pending section 1, Lysis, of the same batch. Recorded values count once it is completed.',
    });
    await record(world, ELUTION, 'volume', 's1', '48', by(BOB, 32));
    expect(section(world, ELUTION)).toMatchObject({
      startedAt: null,
      waitsForId: LYSIS,
      waitingSince: at(31),
      waitingById: 'bob',
    });
    expect(current(world, 'concentration', 's1')?.current.value).toBe('20');
    expect(current(world, 'mass', 's1')).toBeUndefined();
    await expect(sign(world, ELUTION, by(BOB, 33))).rejects.toMatchObject({ code: 'WAITING_FOR_SECTION' });
    expect(await sign(world, LYSIS)).toMatchObject({ outcome: 'APPLIED' });
    expect(section(world, ELUTION)).toMatchObject({
      startedAt: at(31),
      startedById: 'bob',
      waitsForId: null,
      waitingSince: null,
      waitingById: null,
      waitingOperationId: null,
    });
    expect(current(world, 'mass', 's1')?.current.value).toBe('960');
  });

  test('case 21: on a device that knows nobody else at the earlier section, the later one stays locked', async () => {
    const world = await startedWorld();
    await record(world, LYSIS, 'temperature', null, '56');
    const own = record(world, ELUTION, 'concentration', 's1', '20', by(ANN, 31, { replica: 'device' }));
    await expect(own).rejects.toThrow('Complete Lysis first.');
    expect(section(world, ELUTION)?.waitsForId).toBeNull();
  });

  test('case 21: a value that arrived while the section was reopened waits again', async () => {
    const world = await eluted();
    await runRule(world, reopenSection, { assignedSectionId: LYSIS, reason: 'wrong lot' }, by(LEA, 36));
    expect(await record(world, ELUTION, 'volume', 's1', '50', by(ANN, 37))).toMatchObject({
      code: 'WAITING_FOR_SECTION',
    });
    expect(current(world, 'mass', 's1')?.current.value).toBe('960');
    await sign(world, LYSIS, by(ANN, 38));
    expect(section(world, ELUTION)).toMatchObject({ startedAt: at(31), waitsForId: null });
    expect(current(world, 'mass', 's1')?.current.value).toBe('1000');
  });

  test('case 22: a review of an older version is refused', async () => {
    const world = await eluted({ elution: { requiresReview: true } });
    await sign(world, ELUTION, by(ANN, 35));
    expect(section(world, ELUTION)?.completionEventId).toBeNull();
    const displayedHash = await hashOf(world, ELUTION);
    await runRule(
      world,
      reopenSection,
      { assignedSectionId: ELUTION, reason: 'wrong dilution' },
      by(LEA, 36),
    );
    const corrected = { fieldId: 'volume', sampleId: 's1', value: '50', inputMethod: 'TYPED' as const };
    const correction = { assignedSectionId: ELUTION, ...corrected, changeReason: 'wrong dilution' };
    await runRule(world, correctFieldValue, correction, by(ANN, 37));
    await expect(review(world, ELUTION, by(BOB, 38), displayedHash)).rejects.toThrow(
      'The record changed after you reviewed it.',
    );
    await sign(world, ELUTION, by(ANN, 39));
    await expect(review(world, ELUTION, by(BOB, 40), displayedHash)).rejects.toThrow(
      'The record changed after you reviewed it.',
    );
    await expect(review(world, ELUTION, by(ANN, 41))).rejects.toThrow(
      'The reviewer must be a different person.',
    );
    expect(await review(world, ELUTION, by(BOB, 42))).toMatchObject({ outcome: 'APPLIED' });
    expect(section(world, ELUTION)?.completionEventId).not.toBeNull();
  });

  test('case 23: a failed sample stays failed; values for it are kept with a warning', async () => {
    const world = await lysed();
    await runRule(
      world,
      failSample,
      { sampleId: 's1', failureReason: 'INSUFFICENT_RESULTS', failureNotes: null },
      by(ANN, 31),
    );
    const value = await record(world, ELUTION, 'concentration', 's1', '20', by(BOB, 30));
    expect(value).toMatchObject({ outcome: 'APPLIED_WITH_WARNING', code: 'SAMPLE_FAILED' });
    expect(current(world, 'concentration', 's1')?.current.value).toBe('20');
    for (const fieldId of ['concentration', 'volume'])
      await record(world, ELUTION, fieldId, 's2', '20', by(BOB, 32));
    await sign(world, ELUTION, by(BOB, 40));
    expect(await runRule(world, completeBatch, { batchId: 'batch-1' }, by(BOB, 41))).toMatchObject({
      code: 'SAMPLES_FAILED',
    });
    expect(world.all(sample).filter((one) => one.parentSampleId !== null)).toHaveLength(1);
    expect(world.all(specimen)[0]).toMatchObject({ status: 'FAILED_QC', failedBatchCount: 1 });
  });

  test('case 24: a failure that arrives after completion is applied, and the waiting child is canceled', async () => {
    const world = await eluted();
    await sign(world, ELUTION, by(ANN, 35));
    await runRule(world, completeBatch, { batchId: 'batch-1' }, by(ANN, 36));
    const [first, second] = world.all(sample).filter((one) => one.sampleKind === 'EXTRACT');
    expect(first).toMatchObject({
      barcode: 'W26325-0001-02',
      status: 'IN_QUEUE',
      stage: 'LIBRARY_PREPARATION',
      extractedConcentration: '20',
      remainingVolume: '48',
    });
    if (second) world.putRow(sample, { ...second, status: 'IN_PROGRESS' });
    const fail = (sampleId: string) =>
      runRule(
        world,
        failSample,
        { sampleId, failureReason: 'BAD_SAMPLE', failureNotes: 'clotted' },
        by(BOB, 20),
      );
    expect(await fail('s1')).toMatchObject({ outcome: 'CONFLICT' });
    expect(await fail('s2')).toMatchObject({ outcome: 'CONFLICT' });
    const children = world.all(sample).filter((one) => one.sampleKind === 'EXTRACT');
    expect(children.map((one) => [one.status, one.flaggedForReview])).toEqual([
      ['CANCELED', false],
      ['IN_PROGRESS', true],
    ]);
    expect(world.all(syncConflict).map((one) => one.kind)).toEqual(['LATE_FAILURE', 'LATE_FAILURE']);
  });
});
