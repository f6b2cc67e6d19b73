import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldToFill, freeSlot, storedTubes } from '#sync-server/demo/bench-of-demo.ts';
import { type DemoServer, type Method, openDemoServer } from '#sync-server/demo/demo-server.ts';

/** An operation that would succeed for the lab's own people. */
interface OperationCall {
  method: Method;
  path: string;
  body?: object;
  /** A person with the right. */
  by: 'LAB_TECH' | 'LAB_MANAGER';
}

let lab: DemoServer;
const operationCalls = new Map<string, OperationCall>();

beforeAll(async () => {
  lab = await openDemoServer();
  const [tube] = await storedTubes(lab);
  if (!tube) throw new Error('The demo lab has no tubes.');
  const { assignedSectionId, ...field } = await fieldToFill(lab);
  const [procedure] = await lab.rows(`SELECT id FROM procedure WHERE entity = 'WBL' AND status = 'APPROVED'`);
  const [code] = await lab.rows('SELECT value FROM barcode WHERE target_id = $1', [tube.id]);
  const [shelf] = await lab.rows(
    `SELECT id FROM storage_management WHERE entity = 'WBL' AND type = 'SHELF' ORDER BY id`,
  );
  const device = await lab.call('LAB_TECH', 'post', '/api/sync/devices', { name: 'Zebra' });
  const place = { sampleId: tube.id, containerId: tube.box, position: await freeSlot(lab, tube.box) };
  const status = (operation: string, args: object): OperationCall => ({
    method: 'patch',
    path: '/api/lab/samples/update/status',
    body: { operation, args },
    by: 'LAB_TECH',
  });
  const all: Record<string, OperationCall> = {
    'moving a tube': { method: 'patch', path: '/api/lab/specimens/move', body: place, by: 'LAB_TECH' },
    'checking out': status('check-out-sample', { sampleId: tube.id, purpose: 'BATCH' }),
    'checking in': status('check-in-sample', place),
    'failing a sample': status('fail-sample', {
      sampleId: tube.id,
      failureReason: 'BAD_SAMPLE',
      failureNotes: 'Clotted',
    }),
    'recording a value': {
      method: 'patch',
      path: `/api/lab/assigned-sections/${assignedSectionId}`,
      body: { operation: 'record-field-value', args: { ...field, inputMethod: 'TYPED' } },
      by: 'LAB_TECH',
    },
    'creating a batch': {
      method: 'post',
      path: '/api/lab/batches',
      body: { name: 'Monday', procedureId: procedure?.['id'] },
      by: 'LAB_MANAGER',
    },
    'moving a box': {
      method: 'patch',
      path: '/api/lab/storage-management',
      body: {
        operation: 'move-container',
        args: { containerId: tube.box, parentId: shelf?.['id'], position: null },
      },
      by: 'LAB_TECH',
    },
    'reading a tube': { method: 'get', path: `/api/lab/samples/${tube.id}`, by: 'LAB_TECH' },
    'reading a place': { method: 'get', path: `/api/lab/storage-management/${tube.box}`, by: 'LAB_TECH' },
    'reading a section': {
      method: 'get',
      path: `/api/lab/assigned-sections/${assignedSectionId}`,
      by: 'LAB_TECH',
    },
    'resolving a code': { method: 'get', path: `/api/lab/barcode/${code?.['value']}`, by: 'LAB_TECH' },
    'revoking a device': {
      method: 'delete',
      path: `/api/sync/devices/${device.body.deviceId}`,
      by: 'LAB_MANAGER',
    },
    'reporting an incident': {
      method: 'post',
      path: '/api/lab/data-sync/incidents',
      body: {
        deviceId: device.body.deviceId,
        kind: 'STORAGE_ERROR',
        message: 'QuotaExceededError',
        occurredAt: '2026-11-21T10:00:00.000Z',
      },
      by: 'LAB_TECH',
    },
  };
  for (const [name, call] of Object.entries(all)) operationCalls.set(name, call);
});
afterAll(() => lab.close());

const NAMES = [
  'moving a tube',
  'checking out',
  'checking in',
  'failing a sample',
  'recording a value',
  'creating a batch',
  'moving a box',
  'reading a tube',
  'reading a place',
  'reading a section',
  'resolving a code',
  'revoking a device',
  'reporting an incident',
];
const getOperationCall = (name: string): OperationCall => {
  const call = operationCalls.get(name);
  if (!call) throw new Error(`There is no act ${name}.`);
  return call;
};

/** Invalid bodies of every kind: wrong type, or one part missing, changed or added. */
function malformed(body: object): object[] {
  const args = 'args' in body && typeof body.args === 'object' && body.args !== null ? body.args : body;
  const withArgs = (changed: object): object => (args === body ? changed : { ...body, args: changed });
  const wrong: object[] = [[], [body], withArgs({ ...args, surprise: true }), withArgs({})];
  for (const key of Object.keys(args)) {
    for (const value of [{}, [], 7, { $ne: null }, '\u0000', 'x'.repeat(50_000)]) {
      // A device in trouble must be accepted whatever it sends: NULs are removed from its message.
      if (key !== 'message' || value !== '\u0000') wrong.push(withArgs({ ...args, [key]: value }));
    }
  }
  return wrong;
}

describe.each(NAMES)('%s', (name) => {
  test('is refused without a session and to customers', async () => {
    const { method, path, body } = getOperationCall(name);
    const before = await lab.fingerprint();
    expect((await lab.call(null, method, path, body)).status).toBe(401);
    for (const role of ['COMPANY_USER', 'CLINICIAN', 'INSTITUTION_MANAGER'] as const) {
      const { status } = await lab.call(role, method, path, body);
      // Another person's device is not found; everything else is refused.
      expect([role, status]).toEqual([role, 403]);
    }
    expect(await lab.fingerprint()).toBe(before);
  });

  test('does not find the rows of the other business entity', async () => {
    const { method, path, body } = getOperationCall(name);
    const before = await lab.fingerprint();
    expect((await lab.call('RESONANT:ADMIN', method, path, body)).status).toBe(404);
    expect(await lab.fingerprint()).toBe(before);
  });

  test('is refused with a malformed body or URL, and nothing changes', async () => {
    const { method, path, body, by } = getOperationCall(name);
    const before = await lab.fingerprint();
    for (const wrong of body ? malformed(body) : []) {
      const { status } = await lab.call(by, method, path, wrong);
      const text = JSON.stringify(wrong).slice(0, 200);
      expect([text, status >= 400 && status < 500]).toEqual([text, true]);
    }
    if (!body) {
      for (const end of ['%00', 'x'.repeat(200), '..%2f..%2fetc', ulid()]) {
        const { status } = await lab.call(by, method, path.replace(/[^/]+$/, end));
        expect([end, status >= 400 && status < 500]).toEqual([end, true]);
      }
    }
    expect(await lab.fingerprint()).toBe(before);
  });
});
