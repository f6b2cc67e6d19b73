import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { inRole } from '#db/factories/benches/price-bench.ts';
import { openResultsBench } from '#db/factories/benches/results-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { order } from '#db/ordering/orders/order.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { announceDocument } from '#db/records/files/announce-document.ts';
import { sample } from '#db/samples/sample.ts';
import { restartSpecimen } from '#db/specimens/restart-specimen.ts';
import { specimen } from '#db/specimens/specimen.ts';

const AFTERWARDS = '2026-11-21T10:30:00.000Z';

/** Both specimens of an order are released, and were approved in clinical work. */
async function released(clinical = false) {
  const lab = await openResultsBench({ clinical });
  const file = lab.attach('s1');
  lab.attach('s2');
  if (clinical) await lab.approve('LAB_CLINICAL_DIRECTOR', ['s1', 's2'], '2026-11-21T09:00:00.000Z');
  await lab.release('LAB_MANAGER', ['s1', 's2']);
  const setOrder = (status: OrderStatus) => {
    const row = lab.order();
    if (row) lab.world.putRow(order, { ...row, status });
  };
  return { ...lab, file, setOrder };
}

describe('a recall for a corrected report', () => {
  test('withdraws the results from the customer; they are approved and released again', async () => {
    const lab = await released(true);
    const completed = lab.specimen('s1')?.completedAt;
    await lab.recall('LAB_CLINICAL_DIRECTOR', ['s1']);
    expect(lab.specimen('s1')).toMatchObject({
      status: 'COMPLETED',
      resultsReleasedAt: null,
      directorApproved: null,
      isDataDownloaded: false,
      completedAt: completed,
    });
    expect(lab.events('s1').at(-1)).toMatchObject({
      type: 'RESULTS_RECALLED',
      customerVisible: true,
      data: { internalReason: 'Swapped tubes' },
    });
    await expect(lab.approve('LAB_CLINICAL_DIRECTOR', ['s1'])).rejects.toMatchObject({
      message: expect.stringContaining('Attach its report for the customer first.'),
    });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject({
      message: expect.stringContaining('Replace the file that was wrong by the corrected one first.'),
    });
    lab.attach('s1', { supersedesId: lab.file, createdAt: AFTERWARDS });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject({ code: 'NOT_READY' });
    await lab.approve('LAB_CLINICAL_DIRECTOR', ['s1'], '2026-11-21T11:00:00.000Z');
    await lab.release('LAB_MANAGER', ['s1']);
    expect(lab.specimen('s1')).toMatchObject({ status: 'COMPLETED', completedAt: completed });
    expect(lab.specimen('s1')?.resultsReleasedAt).not.toBeNull();
    expect(lab.events('s1').at(-1)).toMatchObject({ type: 'RESULTS_RELEASED', data: { corrected: true } });
  });

  test('withdraws the report permanently: a file that is no report does not replace the corrected one', async () => {
    const lab = await released(true);
    await lab.recall('LAB_CLINICAL_DIRECTOR', ['s1']);
    lab.attach('s1', { subType: 'LAB_RESULTS', createdAt: AFTERWARDS });
    await expect(lab.approve('LAB_CLINICAL_DIRECTOR', ['s1'])).rejects.toMatchObject({ code: 'NOT_READY' });
    lab.attach('s1', { createdAt: AFTERWARDS });
    await lab.approve('LAB_CLINICAL_DIRECTOR', ['s1'], '2026-11-21T11:00:00.000Z');
    await lab.release('LAB_MANAGER', ['s1']);
  });

  test('is possible in a closed order, also for stored material', async () => {
    const lab = await released();
    lab.setOrder('COMPLETED');
    const row = lab.specimen('s1');
    if (row) lab.world.putRow(specimen, { ...row, status: 'IN_STORAGE' });
    await lab.recall('PROJECT_MANAGER', ['s1']);
    lab.attach('s1', { createdAt: AFTERWARDS });
    await lab.release('PROJECT_MANAGER', ['s1']);
    expect([lab.order()?.status, lab.specimen('s1')?.status]).toEqual(['COMPLETED', 'IN_STORAGE']);
  });

  test.each<[Role, boolean]>([
    ['LAB_MANAGER', false],
    ['CS_REP', false],
    ['LAB_RESEARCH_DIRECTOR', true],
    ['DEVELOPER', true],
  ])('is allowed for directors and project managers: %s %s', async (role, may) => {
    const lab = await released();
    const done = lab.recall(role, ['s2']);
    if (may) expect((await done).outcome).toBe('APPLIED');
    else await expect(done).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a recall for repeated work', () => {
  test('resets the specimen, reopens the order, and the specimen restarts from the rest of its material', async () => {
    const lab = await released();
    expect(lab.order()?.status).toBe('PENDING_COMPLETION');
    await lab.recall('PROJECT_MANAGER', ['s1'], 'REPEATED_WORK');
    expect(lab.specimen('s1')).toMatchObject({
      status: 'RESET',
      completedAt: null,
      turnaroundTime: null,
      resultsReleasedAt: null,
    });
    expect(lab.events('s1').at(-1)).toMatchObject({ data: { from: 'COMPLETED', to: 'RESET' } });
    expect(lab.order()?.status).toBe('PROCESSING');
    const approveAgainArgs = {
      specimenId: 's1',
      from: 'MATERIAL_ON_HAND',
      reason: 'Swapped',
      childSuffixLetter: null,
    } as const;
    await runRule(lab.world, restartSpecimen, approveAgainArgs, inRole('LAB_MANAGER'));
    expect(lab.specimen('s1')?.status).toBe('RECEIVED');
    expect(lab.world.select(sample, { specimenId: 's1', status: 'IN_QUEUE' })).toMatchObject([
      { attempt: 2 },
    ]);
  });

  test('is not possible once the order is closed; that needs a rework order', async () => {
    const lab = await released();
    lab.setOrder('COMPLETED');
    await expect(lab.recall('PROJECT_MANAGER', ['s1'], 'REPEATED_WORK')).rejects.toMatchObject({
      message: expect.stringContaining('enter a rework order'),
    });
  });

  test('is refused for results that are not released', async () => {
    const lab = await openResultsBench();
    await expect(lab.recall('PROJECT_MANAGER', ['s1'], 'REPEATED_WORK')).rejects.toMatchObject({
      code: 'NOT_READY',
    });
  });
});

describe('a report for the customer', () => {
  const attach = (lab: Awaited<ReturnType<typeof released>>, targetId: string, customerVisible = true) =>
    runRule(
      lab.world,
      announceDocument,
      {
        fileId: `new-${targetId}-${customerVisible}`,
        title: 'report.pdf',
        size: 10,
        fileType: targetId === 'order' ? 'ORDER_DOCUMENT' : 'SPECIMEN_DOCUMENT',
        subType: 'CLINICAL_REPORT',
        targetType: targetId === 'order' ? 'Order' : 'Specimen',
        targetId,
        customerVisible,
        partSize: null,
        supersedesId: null,
      },
      inRole('LAB_MANAGER'),
    );

  test('cannot be added to released clinical results, which must be recalled first', async () => {
    const lab = await released(true);
    for (const target of ['s1', 'order'])
      await expect(attach(lab, target)).rejects.toMatchObject({ code: 'RESULTS_RELEASED' });
    await attach(lab, 's1', false);
    await lab.recall('LAB_CLINICAL_DIRECTOR', ['s1']);
    await attach(lab, 's1');
    await attach(lab, 'order');
  });

  test('of other work can be added at any time', async () => {
    await expect(attach(await released(), 's1')).resolves.toMatchObject({ outcome: 'APPLIED' });
  });
});
