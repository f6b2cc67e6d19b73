import { afterEach, expect, test } from 'vitest';
import { buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { protocol } from '#db/protocols/protocol.ts';
import type { TwoDevices } from './bench-world.ts';
import { openSectionBench } from './convergence-operations.ts';
import { openBench, type PersonAtBench } from './person-at-bench.ts';

// Domain 5.9 and 4.3: a tech fails clinical material; a director and the lab manager decide about it, both
// offline.

let lab: TwoDevices;
let dee: PersonAtBench;

afterEach(async () => {
  await dee.replica.close();
  await lab.close();
});

const DEE = buildActor({
  userId: 'user-dee',
  userCompanyId: 'membership-dee',
  companyId: 'company-dee',
  name: 'Dee Director',
  role: 'LAB_CLINICAL_DIRECTOR',
});

async function failed(): Promise<void> {
  const world = buildBatchWorld();
  for (const row of world.all(protocol)) world.putRow(protocol, { ...row, clinical: true });
  lab = await openSectionBench('started', world);
  dee = await openBench(lab.lab, DEE);
  const failure = { sampleId: 's1', failureReason: 'INSUFFICENT_RESULTS' as const, failureNotes: null };
  await lab.ann.does('fail-sample', failure, 60);
  await lab.meet();
  await dee.online();
}
const confirms = (person: PersonAtBench, ago: number) =>
  person.does('confirm-failure', { sampleId: 's1' }, ago);
const overturns = (person: PersonAtBench, ago: number) =>
  person.does('overturn-failure', { sampleId: 's1', reason: 'The control was read wrongly' }, ago);

test('the same decision of two users counts once; every device shows the failure confirmed', async () => {
  await failed();
  expect(await lab.agreed('samples', 's1')).toMatchObject({ flaggedForReview: true });
  const first = await confirms(dee, 20);
  const second = await confirms(lab.mia, 10);
  await dee.online();
  await lab.meet();
  expect(dee.verdict(first).outcome).toBe('APPLIED');
  expect(lab.mia.verdict(second)).toEqual({
    outcome: 'MERGED',
    message: 'Dee Director confirmed the failure of sample W26325-0001-01 already.',
  });
  expect(await lab.agreed('samples', 's1')).toMatchObject({ status: 'FAILED_QC', flaggedForReview: false });
});

test('an overturn without knowledge of the confirmation is refused with the name; with knowledge it is applied', async () => {
  await failed();
  await confirms(dee, 20);
  const blind = await overturns(lab.mia, 10);
  await dee.online();
  await lab.meet();
  expect(lab.mia.verdict(blind)).toEqual({
    outcome: 'REJECTED',
    message:
      'Dee Director confirmed the failure of sample W26325-0001-01 meanwhile. Talk to each other before you overturn it.',
  });
  expect(await lab.agreed('samples', 's1')).toMatchObject({ status: 'FAILED_QC' });
  const knowing = await overturns(lab.mia, 5);
  await lab.meet();
  expect(lab.mia.verdict(knowing).outcome).toBe('APPLIED');
  expect(await lab.agreed('samples', 's1')).toMatchObject({ status: 'IN_QUEUE', batchId: null });
  expect(await lab.agreed('specimens', 'specimen-1')).toMatchObject({
    status: 'IN_PROGRESS',
    failedBatchCount: 0,
  });
});

test('a confirmation that arrives after the overturn is refused with the name of who overturned', async () => {
  await failed();
  await overturns(lab.mia, 20);
  const lateId = await confirms(dee, 10);
  await lab.meet();
  await dee.online();
  expect(dee.verdict(lateId)).toEqual({
    outcome: 'REJECTED',
    message:
      'Mia Manager overturned the failure of sample W26325-0001-01; if it failed again, fail it again.',
  });
  expect(await dee.showsSample('s1')).toMatchObject({ status: 'IN_QUEUE' });
});
