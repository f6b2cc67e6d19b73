import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitNameOf } from '#db/access/grants.ts';
import { freeSlot, storedTubes, type Tube } from '#sync-server/demo/bench-of-demo.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let tubes: Tube[];
const AT_THE_BENCH = ['LAB_TECH', 'RESEARCH_ASSISTANT'] as const;

beforeAll(async () => {
  lab = await openDemoServer();
  tubes = await storedTubes(lab);
});
afterAll(() => lab.close());

const next = (): Tube => {
  const tube = tubes.pop();
  if (!tube) throw new Error('The demo lab has no more tubes.');
  return tube;
};
const sampleOperation = (
  by: (typeof AT_THE_BENCH)[number] | 'LAB_MANAGER',
  operation: string,
  args: object,
) => lab.call(by, 'patch', '/api/lab/samples/update/status', { operation, args });
const specimenOperation = (
  by: (typeof AT_THE_BENCH)[number] | 'LAB_MANAGER',
  operation: string,
  args: object,
) => lab.call(by, 'patch', '/api/lab/specimens', { operation, args });
const failure = { failureReason: 'BAD_SAMPLE', failureNotes: 'Clotted' };

for (const role of AT_THE_BENCH) {
  test(`fail only: as ${role} a sample is failed, and only its manager can requeue it`, async () => {
    expect(limitNameOf(role, 'lab/samples/update/status:update')).toBe('fail only');
    const { id: sampleId } = next();
    const failed = await sampleOperation(role, 'fail-sample', { sampleId, ...failure });
    expect([failed.status, failed.body.error]).toEqual([200, undefined]);
    const requeueArgs = { sampleId, childSuffixLetter: 'B' };
    const before = await lab.fingerprint();
    const refusal = await sampleOperation(role, 'requeue-sample', requeueArgs);
    expect(refusal.status).toBe(403);
    const overturned = await sampleOperation(role, 'overturn-failure', { sampleId, reason: 'A bubble' });
    const confirmed = await sampleOperation(role, 'confirm-failure', { sampleId });
    expect([overturned.status, confirmed.status]).toEqual([403, 403]);
    expect(await lab.fingerprint()).toBe(before);
    expect((await sampleOperation('LAB_MANAGER', 'requeue-sample', requeueArgs)).status).toBe(200);
  });

  test(`accession: as ${role} a tube is put into its location, and no specimen is set aside or released`, async () => {
    expect(limitNameOf(role, 'lab/specimens:update')).toBe('accession');
    const tube = next();
    const place = { sampleId: tube.id, containerId: tube.box, position: await freeSlot(lab, tube.box) };
    expect((await lab.call(role, 'patch', '/api/lab/specimens/move', place)).status).toBe(200);
    const [owner] = await lab.rows<{ specimenId: string }>(
      'SELECT specimen_id AS "specimenId" FROM sample WHERE id = $1',
      [tube.id],
    );
    const specimenId = owner?.specimenId;
    const hold = { specimenId, status: 'ACTION_REQUIRED', reason: 'Too little material' };
    const before = await lab.fingerprint();
    expect((await specimenOperation(role, 'hold-specimen', hold)).status).toBe(403);
    expect(await lab.fingerprint()).toBe(before);
    expect((await specimenOperation('LAB_MANAGER', 'hold-specimen', hold)).status).toBe(200);
    const fingerprint = await lab.fingerprint();
    const release = { specimenId, note: 'The customer agrees' };
    expect((await specimenOperation(role, 'release-specimen', release)).status).toBe(403);
    expect(await lab.fingerprint()).toBe(fingerprint);
    expect((await specimenOperation('LAB_MANAGER', 'release-specimen', release)).status).toBe(200);
  });
}
