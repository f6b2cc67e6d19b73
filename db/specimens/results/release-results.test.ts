import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { batch } from '#db/batches/batch.ts';
import { openResultsBench } from '#db/factories/benches/results-bench.ts';
import { order } from '#db/ordering/orders/order.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { sample } from '#db/samples/sample.ts';

const BOTH = ['s1', 's2'];
const expectedRefusal = (text: string) => ({ message: expect.stringContaining(text) });

describe('a release of results', () => {
  test('completes the specimens, and with the last of them the order awaits billing', async () => {
    const lab = await openResultsBench();
    for (const id of BOTH) lab.attach(id);
    await lab.release('LAB_MANAGER', ['s1']);
    expect(lab.specimen('s1')).toMatchObject({
      status: 'COMPLETED',
      completedAt: '2026-11-21T10:00:00.000Z',
      resultsReleasedAt: '2026-11-21T10:00:00.000Z',
      turnaroundTime: 72,
    });
    expect(lab.events('s1').at(-1)).toMatchObject({
      type: 'RESULTS_RELEASED',
      customerVisible: true,
      data: { from: 'IN_PROGRESS', to: 'COMPLETED' },
    });
    expect([lab.order()?.status, lab.invoices()[0]?.status]).toEqual(['PROCESSING', 'SERVICE_IN_PROGRESS']);
    await lab.release('PROJECT_MANAGER', ['s2']);
    expect([lab.order()?.status, lab.order()?.paymentStatus]).toEqual([
      'PENDING_COMPLETION',
      'AWAITING_BILLING',
    ]);
    expect(lab.invoices()[0]?.status).toBe('AWAITING_BILLING');
  });

  test.each<[Role, boolean]>([
    ['LAB_TECH', false],
    ['RESEARCH_ASSISTANT', false],
    ['CS_MANAGER', false],
    ['LAB_CLINICAL_DIRECTOR', true],
    ['LAB_RESEARCH_DIRECTOR', true],
    ['ADMIN', true],
  ])('is allowed for %s: %s', async (role, may) => {
    const lab = await openResultsBench();
    for (const id of BOTH) lab.attach(id);
    const done = lab.release(role, BOTH);
    if (may) expect((await done).outcome).toBe('APPLIED');
    else await expect(done).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('waits until every sample is finished and one has come through the last stage', async () => {
    const lab = await openResultsBench();
    lab.attach('s1');
    lab.change('s1-library', { status: 'IN_PROGRESS' });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(
      expectedRefusal('is not finished: “In progress”.'),
    );
    lab.change('s1-library', { status: 'FAILED_BATCH_DUPLICATE' });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(
      expectedRefusal('No sample of it has come through sequencing.'),
    );
    lab.change('s1-library', { status: 'COMPLETED', flaggedForReview: true });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(
      expectedRefusal('flagged for review'),
    );
    lab.change('s1-library', { flaggedForReview: false });
    await lab.release('LAB_MANAGER', ['s1']);
    expect(lab.specimen('s2')?.status).toBe('IN_PROGRESS');
  });

  test('waits for the director where the method of the last batch requires it', async () => {
    const lab = await openResultsBench();
    lab.attach('s1');
    const method = lab.world.one(procedure, 'sequence');
    if (method) lab.world.putRow(procedure, { ...method, requiresDirectorApproval: true });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(
      expectedRefusal('needs a director’s approval.'),
    );
    const run = lab.world.one(batch, 'run');
    if (run) lab.world.putRow(batch, { ...run, directorApproved: true });
    await lab.release('LAB_MANAGER', ['s1']);
  });

  test('needs files for the customer: complete, clean, visible and not replaced', async () => {
    const lab = await openResultsBench();
    const missing = expectedRefusal('Attach its results for the customer first.');
    for (const unfit of [
      { status: 'PENDING' },
      { scanStatus: 'QUARANTINED' },
      { customerVisible: false },
      { subType: 'ATTACHMENT' },
    ] as const) {
      lab.attach('s1', unfit);
      await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(missing);
    }
    const wrong = lab.attach('s1');
    const inside = lab.attach('s1', { supersedesId: wrong, customerVisible: false });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(missing);
    lab.attach('s1', { supersedesId: inside });
    await lab.release('LAB_MANAGER', ['s1']);
  });

  test('includes one file of the whole order when all its specimens are released together', async () => {
    const lab = await openResultsBench();
    lab.attach('order', { subType: 'LAB_RESULTS' });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(
      expectedRefusal('Release all together'),
    );
    expect(lab.specimen('s1')?.status).toBe('IN_PROGRESS');
    await lab.release('LAB_MANAGER', BOTH);
    expect(BOTH.map((id) => lab.specimen(id)?.status)).toEqual(['COMPLETED', 'COMPLETED']);
  });

  test('needs a reason when a sample failed; that sample needs no decision any more', async () => {
    const lab = await openResultsBench();
    lab.attach('s1');
    lab.change('s1-tube', { status: 'FAILED_QC' });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject({ code: 'COMMENT_REQUIRED' });
    await lab.release('LAB_MANAGER', ['s1'], 'The other replicate has 32x');
    expect(lab.world.one(sample, 's1-tube')?.status).toBe('FAILED_QC_CANCELED');
    expect(lab.events('s1').at(-1)?.data).toMatchObject({ internalReason: 'The other replicate has 32x' });
  });

  test("is refused for an order on hold, another order's specimen and a second time", async () => {
    const lab = await openResultsBench();
    lab.attach('s1');
    const row = lab.order();
    if (!row) throw new Error('There is no order.');
    await expect(lab.release('LAB_MANAGER', ['elsewhere'])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { world } = lab;
    world.putRow(order, { ...row, status: 'ON_HOLD', heldFromStatus: 'PROCESSING', holdReason: 'Unpaid.' });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(
      expectedRefusal('Order W-000123 is on hold: Unpaid. Release the order first.'),
    );
    world.putRow(order, row);
    await lab.release('LAB_MANAGER', ['s1']);
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(
      expectedRefusal('already released'),
    );
  });
});

describe('a clinical result', () => {
  test("needs a report and the clinical director's approval before its release", async () => {
    const lab = await openResultsBench({ clinical: true });
    lab.attach('s1', { subType: 'LAB_RESULTS' });
    await expect(lab.approve('LAB_CLINICAL_DIRECTOR', ['s1'])).rejects.toMatchObject(
      expectedRefusal('Attach its report'),
    );
    lab.attach('s1', { subType: 'CLINICAL_REPORT' });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(
      expectedRefusal('The clinical director approves its results first.'),
    );
    for (const role of ['LAB_RESEARCH_DIRECTOR', 'LAB_MANAGER', 'PROJECT_MANAGER'] as const)
      await expect(lab.approve(role, ['s1'])).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await lab.approve('LAB_CLINICAL_DIRECTOR', ['s1']);
    expect(lab.specimen('s1')).toMatchObject({
      directorApproved: true,
      directorApprovedById: 'user-LAB_CLINICAL_DIRECTOR',
      status: 'IN_PROGRESS',
    });
    expect(lab.events('s1').at(-1)).toMatchObject({
      type: 'SPECIMEN_DIRECTOR_APPROVED',
      customerVisible: false,
    });
    await expect(lab.approve('LAB_CLINICAL_DIRECTOR', ['s1'])).rejects.toMatchObject(
      expectedRefusal('already approved'),
    );
    await lab.release('LAB_MANAGER', ['s1']);
  });

  test('cannot be approved before its work is done', async () => {
    const lab = await openResultsBench({ clinical: true });
    lab.attach('s1');
    lab.change('s1-library', { status: 'BATCH_ASSIGNED' });
    await expect(lab.approve('LAB_CLINICAL_DIRECTOR', ['s1'])).rejects.toMatchObject({ code: 'NOT_READY' });
  });

  test('needs a new approval when a report arrives after the approval', async () => {
    const lab = await openResultsBench({ clinical: true });
    const first = lab.attach('s1');
    await lab.approve('LAB_CLINICAL_DIRECTOR', ['s1'], '2026-11-21T09:00:00.000Z');
    lab.attach('s1', { supersedesId: first });
    await expect(lab.release('LAB_MANAGER', ['s1'])).rejects.toMatchObject(
      expectedRefusal('added after the approval'),
    );
    await lab.approve('LAB_CLINICAL_DIRECTOR', ['s1'], '2026-11-21T09:30:00.000Z');
    await lab.release('LAB_MANAGER', ['s1']);
  });
});

test('is for the clinical director; the research director may approve other work', async () => {
  const lab = await openResultsBench();
  lab.attach('s1', { subType: 'ALIGNED_BAM' });
  await expect(lab.approve('LAB_CLINICAL_DIRECTOR', ['s1'])).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await lab.approve('LAB_RESEARCH_DIRECTOR', ['s1']);
  expect(lab.specimen('s1')?.directorApproved).toBe(true);
});
