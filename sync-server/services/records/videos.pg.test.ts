import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HelpVideo } from '#db/records/support/help-video.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const VIDEO = {
  title: 'Pack tubes for the courier',
  summary: 'Cushion, seal and label a package.',
  url: 'https://films.example.org/packing',
  seconds: 245,
  captioned: false,
  transcript: 'Put each tube into the rack.',
  audience: 'CUSTOMERS',
  sortOrder: 1,
};
const add = (caller: Caller, more: object = {}) =>
  lab.call(caller, 'post', '/api/support/videos', { ...VIDEO, ...more });
const videos = async (caller: Caller, query = ''): Promise<HelpVideo[]> => {
  const { status, body } = await lab.call(caller, 'get', `/api/support/videos?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.rows;
};

test('customer service adds a video; its audience finds it by its words, nobody of the other business entity does', async () => {
  expect(await videos('COMPANY_USER')).toEqual([]);
  expect((await add('CS_REP')).status).toBe(201);
  expect((await add('CS_MANAGER', { title: 'Thaw plates', audience: 'STAFF' })).status).toBe(201);
  expect((await videos('COMPANY_USER')).map(({ title }) => title)).toEqual([VIDEO.title]);
  expect((await videos('LAB_TECH')).map(({ title }) => title)).toEqual(['Thaw plates']);
  expect(await videos('CS_REP')).toHaveLength(2);
  expect(await videos('CS_REP', 'search=courier')).toMatchObject([{ title: VIDEO.title, seconds: 245 }]);
  expect(await videos('COMPANY_USER', 'audience=STAFF')).toEqual([]);
  expect(await videos('RESONANT:ADMIN')).toEqual([]);
});

test('every video has captions or a transcript for people who do not hear', async () => {
  const { status, body } = await add('CS_REP', { transcript: '', captioned: false });
  expect(status).toBe(422);
  expect(String(body.issues?.[0]?.path)).toContain('transcript');
  expect((await add('CS_REP', { transcript: '', captioned: true })).status).toBe(201);
});

test('a URL that is not on the web or not https is refused as a video', async () => {
  for (const url of ['http://films.example.org/1', 'javascript:alert(1)', '/films/1', 'https://', 'x'])
    expect([url, (await add('CS_REP', { url })).status]).toEqual([url, 422]);
});

test("support staff change and remove a video with a reason, and not over another person's change", async () => {
  const [video] = await videos('CS_REP', 'search=Thaw');
  const path = `/api/support/videos/${video?.id}`;
  const form = { ...VIDEO, title: 'Thaw plates slowly', audience: 'STAFF' };
  expect((await lab.call('LAB_TECH', 'patch', path, { seenVersion: 1, form })).status).toBe(403);
  expect((await lab.call('CS_REP', 'patch', path, { seenVersion: 1, form })).status).toBe(200);
  expect((await lab.call('CS_REP', 'patch', path, { seenVersion: 1, form })).status).toBe(409);
  expect((await lab.call('CS_REP', 'delete', path, { seenVersion: 2, reason: '' })).status).toBe(422);
  expect((await lab.call('COMPANY_MANAGER', 'delete', path, { seenVersion: 2, reason: 'x' })).status).toBe(
    403,
  );
  expect((await lab.call('CS_REP', 'delete', path, { seenVersion: 2, reason: 'Out of date' })).status).toBe(
    200,
  );
  expect(await videos('CS_REP', 'search=Thaw')).toEqual([]);
});
