import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServicePage } from '#db/ordering/services/shown-service.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let id: string;
beforeAll(async () => {
  lab = await openDemoServer();
  const { body } = await lab.call('COMPANY_USER', 'get', '/api/lab/services?limit=1');
  id = ServicePage.parse(body).rows[0]?.id ?? '';
});
afterAll(() => lab.close());

/** A JPEG of one segment with its size. */
const jpeg = (width: number, height: number): Buffer => {
  const frame = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0]);
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  return Buffer.concat([frame, Buffer.from([0xff, 0xd9, 0, 0, 0, 0])]);
};
const PICTURE = jpeg(640, 360);

const address = () => `/api/lab/services/${id}/image`;
const uploadImage = (caller: Caller, bytes: Buffer) =>
  request(lab.server).put(address()).set(lab.headersOf(caller)).type('image/jpeg').send(bytes);
const get = (caller: Caller) => request(lab.server).get(address()).set(lab.headersOf(caller)).buffer(true);
const readImageId = async () =>
  (await lab.call('COMPANY_USER', 'get', `/api/lab/services/${id}`)).body.imageFileId;

test("customers see a service's image, which can be replaced and removed", async () => {
  expect([await readImageId(), (await get('COMPANY_USER')).status]).toEqual([null, 404]);
  expect((await uploadImage('PROJECT_MANAGER', PICTURE)).status).toBe(204);
  const first = await readImageId();
  const imageAnswer = await get('COMPANY_USER');
  expect([imageAnswer.status, imageAnswer.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(Buffer.compare(imageAnswer.body, PICTURE)).toBe(0);
  const other = jpeg(64, 64);
  expect((await uploadImage('LAB_MANAGER', other)).status).toBe(204);
  expect(await readImageId()).not.toBe(first);
  expect(Buffer.compare((await get('INSTITUTION_USER')).body, other)).toBe(0);
  expect((await lab.call('PROJECT_MANAGER', 'delete', address())).status).toBe(200);
  expect([await readImageId(), (await get('COMPANY_USER')).status]).toEqual([null, 404]);
});

test('a non-image or an undisplayable image changes nothing', async () => {
  const before = await lab.fingerprint();
  for (const [bytes, status, expectedError] of [
    [Buffer.from('no picture'), 422, 'A picture is sent as JPEG, and this is none. Choose another one.'],
    [jpeg(9_000, 10), 422, 'The picture is 9000 × 10; 8000 is the most. Choose another one.'],
    [Buffer.alloc(5_000_001), 413, 'The picture is larger than 5 MB. Choose another one.'],
  ] as const) {
    const answer = await uploadImage('PROJECT_MANAGER', bytes);
    expect([answer.status, answer.body.error]).toEqual([status, expectedError]);
  }
  for (const caller of ['COMPANY_MANAGER', 'SALES_REP', 'LAB_TECH'] as const)
    expect([caller, (await uploadImage(caller, PICTURE)).status]).toEqual([caller, 403]);
  expect(await lab.fingerprint()).toBe(before);
});
