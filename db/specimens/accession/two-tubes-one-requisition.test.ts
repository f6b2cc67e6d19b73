import { describe, expect, test } from 'vitest';
import {
  buildReceivingWorld,
  buildTube,
  receive,
  specimenIn,
} from '#db/factories/benches/receiving-bench.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { RuleResult } from '#db/operation.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';

const OTHER = { deviceId: 'device-b', actor: buildActor({ userId: 'user-other', name: 'Olga Other' }) };
const live = (world: MemoryWorld): Sample[] => world.all(sample).filter((one) => !one.deleted);

describe.each([
  ['clinical', true],
  ['research', false],
])('case 9: two tubes of a %s requisition, when one person saw both labels', (_kind, clinical) => {
  const expected = {
    protocol: { clinical },
    specimens: [
      {
        id: 'specimen-a',
        patientMrn: 'MRN-1',
        physician: 'Dr. House',
        collectedAt: '2026-11-20T08:00:00.000Z',
      },
    ],
  };
  const arrive = async (reversed: boolean) => {
    const world = buildReceivingWorld(expected);
    const [firstTube, duplicate] = [buildTube(), buildTube({ condition: 'DUPLICATE_LABEL' })];
    const receipts = [() => receive(world, [firstTube]), () => receive(world, [duplicate], {}, OTHER)];
    const verdicts: RuleResult[] = [];
    for (const one of reversed ? receipts.toReversed() : receipts) verdicts.push(await one());
    return { world, plain: firstTube, duplicate, last: verdicts.at(-1) };
  };

  test.each([
    ['the plain receipt arrives first', false],
    ['the receipt with the duplicate label arrives first', true],
  ])('are both quarantined and a person decides, when %s', async (_order, reversed) => {
    const { world, plain: firstTube, duplicate, last } = await arrive(reversed);
    expect(last).toMatchObject({ outcome: 'CONFLICT', code: 'DUPLICATE_REQUISITION' });
    expect(live(world)).toHaveLength(2);
    expect(live(world).map((one) => one.status)).toEqual(['RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED']);
    const [first, second] = reversed ? [duplicate, firstTube] : [firstTube, duplicate];
    const rows = live(world);
    expect(rows.find((one) => one.id === first.sampleId)?.specimenId).toBe('specimen-a');
    expect(rows.find((one) => one.id === second.sampleId)?.specimenId).toBeNull();
    const labels = world.all(discrepancy).filter((one) => one.type === 'DUPLICATE_LABEL');
    expect(labels.map((one) => one.specimenId ?? one.sampleId).sort()).toEqual(
      ['specimen-a', second.sampleId].sort(),
    );
    expect(specimenIn(world, 'specimen-a')?.status).toBe('RECEIVED_QUARANTINED');
  });

  test.each([
    ['the plain tube', true],
    ['the other tube', false],
  ])('lead to %s as the specimen in both orders after the decision', async (_case, plainIsIt) => {
    for (const reversed of [false, true]) {
      const { world, plain: firstTube, duplicate } = await arrive(reversed);
      const conflictId = world.all(syncConflict)[0]?.id ?? '';
      const choice = plainIsIt === reversed ? 'KEEP_B' : 'KEEP_A';
      const manager = buildActor({ role: 'LAB_MANAGER', userId: 'user-mia', name: 'Mia Manager' });
      await runRule(world, resolveConflict, { conflictId, choice, value: null }, { actor: manager });
      const [it, other] = plainIsIt ? [firstTube, duplicate] : [duplicate, firstTube];
      const rows = live(world);
      expect(rows.find((one) => one.id === it.sampleId)?.specimenId).toBe('specimen-a');
      expect(rows.find((one) => one.id === other.sampleId)).toMatchObject({
        specimenId: null,
        status: 'RECEIVED_QUARANTINED',
      });
      expect(specimenIn(world, 'specimen-a')?.julianId).toBe(it.julianId);
    }
  });
});
