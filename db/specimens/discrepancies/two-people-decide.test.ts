import { describe, expect, test } from 'vitest';
import { ANN, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  bothOrders,
  concurrentContext,
  MAX,
  state,
  type TestAction,
} from '#db/factories/benches/decision-operations.ts';
import { change, place, sampleNow } from '#db/factories/benches/layout-operations.ts';
import { open, received } from '#db/factories/benches/receiving-bench.ts';
import { at } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { type HOLDS, holdSpecimen, releaseSpecimen } from '#db/specimens/holding/hold-specimen.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { discrepancy, type Resolution } from './discrepancy.ts';
import { resolveDiscrepancy } from './resolve-discrepancy.ts';

const hold =
  (status: (typeof HOLDS)[number], reason: string, minute: number, specimenId = 'specimen-a'): TestAction =>
  (world, faster) =>
    runRule(world, holdSpecimen, { specimenId, status, reason }, concurrentContext(MAX, minute, faster));
const resolve =
  (resolution: Resolution, minute: number): TestAction =>
  (world, faster) =>
    runRule(
      world,
      resolveDiscrepancy,
      {
        discrepancyId: open(world)?.id ?? '',
        ...{ resolution, note: 'Agreed', statementFileId: null, specimenId: 'specimen-a' },
      },
      concurrentContext(LEA, minute, faster),
    );

describe('two people who set one specimen aside', () => {
  test.each([
    ['RECEIVED_QUARANTINED', { holdReason: 'Smells odd' }],
    ['ACTION_REQUIRED', { actionRequiredText: 'Smells odd', actionRequiredSince: at(1) }],
  ] as const)('as %s show the later reason since the earlier moment', async (status, expectedFields) => {
    const earlyHold: TestAction = (world, faster) =>
      runRule(
        world,
        holdSpecimen,
        { specimenId: 'specimen-a', status, reason: 'Label torn' },
        concurrentContext(LEA, 1, faster),
      );
    const { world, other } = await bothOrders(
      () => received('NONE'),
      earlyHold,
      hold(status, 'Smells odd', 2),
    );
    expect(world.one(specimen, 'specimen-a')).toMatchObject({
      status,
      ...expectedFields,
      statusBeforeHold: 'RECEIVED',
    });
    expect(state(world)).toEqual(state(other));
    for (const one of [world, other])
      expect(
        one
          .select(event, { targetId: 'specimen-a' })
          .filter(({ data }) => data['to'] === status)
          .map(({ data }) => data['reason'])
          .sort(),
      ).toEqual(['Label torn', 'Smells odd']);
  });

  test('for different reasons return it to its status before the first', async () => {
    const world = await received('NONE');
    await hold('RECEIVED_QUARANTINED', 'Label torn', 1)(world, false);
    await hold('ACTION_REQUIRED', 'Send another tube', 2)(world, true);
    expect(world.one(specimen, 'specimen-a')).toMatchObject({
      status: 'ACTION_REQUIRED',
      statusBeforeHold: 'RECEIVED',
      holdReason: null,
      actionRequiredText: 'Send another tube',
    });
  });
});

describe('a hold and a decision about a discrepancy without knowledge of each other', () => {
  test.each(['RECEIVED_QUARANTINED', 'ACTION_REQUIRED'] as const)(
    'leave the specimen as %s, in either order of arrival',
    async (status) => {
      const { world, other, verdicts } = await bothOrders(
        () => received('LEAKING'),
        resolve('PROCEED_AT_RISK', 20),
        hold(status, 'Smells odd', 10),
      );
      expect(world.one(specimen, 'specimen-a')?.status).toBe(status);
      expect(state(world)).toEqual(state(other));
      expect(state(world).discrepancies).toEqual([['LEAKING', 'PROCEED_AT_RISK']]);
      expect(verdicts[1][1]).toMatchObject({
        outcome: 'APPLIED_WITH_WARNING',
        code: 'SET_ASIDE',
        message: expect.stringMatching(
          /^Max set specimen W26325-\d+ aside meanwhile: Smells odd\. It stays there until it is released\.$/,
        ),
      });
      await runRule(
        other,
        releaseSpecimen,
        { specimenId: 'specimen-a', note: 'Looked at' },
        concurrentContext(LEA, 30, false),
      );
      expect(other.one(specimen, 'specimen-a')?.status).toBe('RECEIVED');
    },
  );

  test("release a specimen that was set aside earlier with the decider's knowledge", async () => {
    const world = await received('LEAKING');
    await hold('RECEIVED_QUARANTINED', 'Smells odd', 10)(world, false);
    expect(await resolve('PROCEED_AT_RISK', 20)(world, false)).toMatchObject({ outcome: 'APPLIED' });
    expect(world.one(specimen, 'specimen-a')).toMatchObject({ status: 'RECEIVED', holdReason: null });
  });

  test('release the specimen with the second of two decisions where nobody set it aside', async () => {
    const world = await received('LEAKING');
    const [leaking] = world.all(discrepancy);
    if (leaking) world.putRow(discrepancy, { ...leaking, id: 'damaged', type: 'DAMAGED' });
    await resolve('PROCEED_AT_RISK', 10)(world, false);
    expect(world.one(specimen, 'specimen-a')?.status).toBe('RECEIVED_QUARANTINED');
    await resolve('PROCEED_AT_RISK', 11)(world, true);
    expect(world.one(specimen, 'specimen-a')?.status).toBe('RECEIVED');
  });

  test('end with the replacement: no material is there to set aside', async () => {
    const { world, other, verdicts } = await bothOrders(
      () => received('LEAKING'),
      resolve('REPLACE', 20),
      hold('RECEIVED_QUARANTINED', 'Smells odd', 10),
    );
    for (const one of [world, other]) expect(one.one(specimen, 'specimen-a')?.status).toBe('ORDERED');
    expect(verdicts[0][1]).toEqual({
      outcome: 'REFUSED',
      message: 'Nothing has been received for this specimen. Receive it first.',
    });
  });

  test.each([
    [10, 'Agreed'],
    [30, 'Smells odd'],
  ] as const)('ask the customer with the later reason: a hold at minute %s says %s', async (minute, text) => {
    const { world, other } = await bothOrders(
      () => received('LEAKING'),
      resolve('RETURNED', 20),
      hold('ACTION_REQUIRED', 'Smells odd', minute),
    );
    expect(world.one(specimen, 'specimen-a')?.actionRequiredText).toBe(text);
    expect(state(world)).toEqual(state(other));
  });
});

test('a release does not lift a hold that its person could not see', async () => {
  const buildHeld = async () => {
    const world = await received('NONE');
    await hold('RECEIVED_ON_HOLD', 'Unpaid', 1)(world, false);
    return world;
  };
  const release: TestAction = (world, faster) =>
    runRule(
      world,
      releaseSpecimen,
      { specimenId: 'specimen-a', note: 'Paid' },
      concurrentContext(LEA, 20, faster),
    );
  const { world, other, verdicts } = await bothOrders(
    buildHeld,
    release,
    hold('RECEIVED_ON_HOLD', 'Odd', 10),
  );
  expect(world.one(specimen, 'specimen-a')).toMatchObject({ status: 'RECEIVED_ON_HOLD', holdReason: 'Odd' });
  expect(state(world)).toEqual(state(other));
  expect(verdicts[1][1]).toMatchObject({
    outcome: 'REFUSED',
    message: expect.stringContaining('aside meanwhile: Odd. Review it and decide again.'),
  });
});

test.each([
  [10, 'Clotted'],
  [30, 'Smells odd'],
] as const)(
  'a failure and a question to the customer have the same result: a hold at minute %s asks “%s”',
  async (minute, text) => {
    const fail: TestAction = (world, faster) =>
      runRule(
        world,
        failSample,
        { sampleId: 's1', failureReason: 'BAD_SAMPLE', failureNotes: 'Clotted' },
        concurrentContext(ANN, 20, faster),
      );
    const { world, other } = await bothOrders(
      async () => buildBatchWorld({ samples: 1 }),
      fail,
      hold('ACTION_REQUIRED', 'Smells odd', minute, 'specimen-1'),
    );
    expect(world.one(specimen, 'specimen-1')).toMatchObject({
      status: 'ACTION_REQUIRED',
      failureReason: 'BAD_SAMPLE',
      actionRequiredText: text,
      actionRequiredSince: at(Math.min(minute, 20)),
    });
    expect(world.one(sample, 's1')?.status).toBe('FAILED_VISUAL_INSPECTION');
    expect(state(world)).toEqual(state(other));
  },
);

describe('an aliquot that nobody has taken yet', () => {
  const awaited = () => {
    const world = buildBatchWorld({ samples: 1 });
    change(world, 's1', { id: 'aliquot', barcode: 'W26325-0001-02', parentSampleId: 's1' });
    change(world, 'aliquot', { status: 'SUPPLEMENTAL', initialVolume: null, remainingVolume: null });
    return world;
  };
  const quarantine = hold('RECEIVED_QUARANTINED', 'Smells odd', 10, 'specimen-1');

  test('stays awaited when its specimen is released', async () => {
    const world = awaited();
    await quarantine(world, false);
    expect(sampleNow(world, 'aliquot').status).toBe('RECEIVED_QUARANTINED');
    const args = { specimenId: 'specimen-1', note: 'Looked at' };
    await runRule(world, releaseSpecimen, args, concurrentContext(LEA, 20, false));
    expect([sampleNow(world, 's1').status, sampleNow(world, 'aliquot').status]).toEqual([
      'IN_QUEUE',
      'SUPPLEMENTAL',
    ]);
  });

  test('stays awaited when another tube was placed in a batch without knowledge of it', async () => {
    const placeSecondTube: TestAction = (world, faster) =>
      place(world, 's1', 'A1', concurrentContext(ANN, 20, faster));
    const { world, other } = await bothOrders(async () => awaited(), quarantine, placeSecondTube);
    expect(sampleNow(world, 'aliquot')).toMatchObject({ status: 'SUPPLEMENTAL', flaggedForReview: false });
    expect(state(world)).toEqual(state(other));
  });
});
