import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitNameOf } from '#db/access/grants.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { freeSlot, standingTubes, type Tube } from '#sync-server/services/bench-of-demo.ts';

let lab: DemoServer;
let tubes: Tube[];
const AT_THE_BENCH = ['LAB_TECH', 'RESEARCH_ASSISTANT'] as const;

beforeAll(async () => {
  lab = await openDemoServer();
  tubes = await standingTubes(lab);
});
afterAll(() => lab.close());

const next = (): Tube => {
  const tube = tubes.pop();
  if (!tube) throw new Error('The demo lab has no more tubes.');
  return tube;
};
const sampleAct = (by: (typeof AT_THE_BENCH)[number] | 'LAB_MANAGER', operation: string, args: object) =>
  lab.call(by, 'patch', '/api/lab/samples/update/status', { operation, args });
const specimenAct = (by: (typeof AT_THE_BENCH)[number] | 'LAB_MANAGER', operation: string, args: object) =>
  lab.call(by, 'patch', '/api/lab/specimens', { operation, args });
const failure = { failureReason: 'BAD_SAMPLE', failureNotes: 'Clotted' };

for (const role of AT_THE_BENCH) {
  test(`fail only: as ${role} a sample is failed, and put back into the queue by its manager alone`, async () => {
    expect(limitNameOf(role, 'lab/samples/update/status:update')).toBe('fail only');
    const { id: sampleId } = next();
    const failed = await sampleAct(role, 'fail-sample', { sampleId, ...failure });
    expect([failed.status, failed.body.error]).toEqual([200, undefined]);
    const again = { sampleId, childSuffixLetter: 'B' };
    const before = await lab.fingerprint();
    const refused = await sampleAct(role, 'requeue-sample', again);
    expect(refused.status).toBe(403);
    const overturned = await sampleAct(role, 'overturn-failure', { sampleId, reason: 'A bubble' });
    const confirmed = await sampleAct(role, 'confirm-failure', { sampleId });
    expect([overturned.status, confirmed.status]).toEqual([403, 403]);
    expect(await lab.fingerprint()).toBe(before);
    expect((await sampleAct('LAB_MANAGER', 'requeue-sample', again)).status).toBe(200);
  });

  test(`accession: as ${role} a tube is put in its place, and no specimen is set aside for the customer or released`, async () => {
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
    expect((await specimenAct(role, 'hold-specimen', hold)).status).toBe(403);
    expect(await lab.fingerprint()).toBe(before);
    expect((await specimenAct('LAB_MANAGER', 'hold-specimen', hold)).status).toBe(200);
    const held = await lab.fingerprint();
    const release = { specimenId, note: 'The customer agrees' };
    expect((await specimenAct(role, 'release-specimen', release)).status).toBe(403);
    expect(await lab.fingerprint()).toBe(held);
    expect((await specimenAct('LAB_MANAGER', 'release-specimen', release)).status).toBe(200);
  });
}
