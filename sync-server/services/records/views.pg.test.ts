import { afterAll, beforeAll, expect, test } from 'vitest';
import { SavedView } from '#db/records/saved-view.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const query = { search: 'W-', filters: { status: ['ORDERED'] }, sort: 'createdAt:desc', hidden: ['total'] };
const save = (caller: Caller, name: string, more: object = {}) =>
  lab.call(caller, 'post', '/api/filters', { list: 'orders', name, query, ...more });
const views = async (caller: Caller) =>
  SavedView.array().parse((await lab.call(caller, 'get', '/api/filters?list=orders')).body);

test("a view is saved, made the list's default, renamed and deleted by its owner", async () => {
  const first = SavedView.parse((await save('COMPANY_USER', 'Mine', { isDefault: true })).body);
  expect(first).toMatchObject({ name: 'Mine', query, isDefault: true });
  const second = SavedView.parse((await save('COMPANY_USER', 'Other', { isDefault: true })).body);
  expect((await views('COMPANY_USER')).map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Mine', false],
    ['Other', true],
  ]);
  const renamed = await lab.call('COMPANY_USER', 'patch', `/api/filters/${first.id}`, {
    name: 'Awaited',
    isDefault: true,
  });
  expect(renamed.body).toMatchObject({ name: 'Awaited', isDefault: true });
  expect((await lab.call('COMPANY_USER', 'delete', `/api/filters/${second.id}`)).status).toBe(204);
  expect((await views('COMPANY_USER')).map(({ name }) => name)).toEqual(['Awaited']);
  expect((await save('COMPANY_USER', 'Other')).status).toBe(201);
});

test('a name is unique among views, and the views of others are not found', async () => {
  const ownView = SavedView.parse((await save('LAB_MANAGER', 'Week')).body);
  expect((await save('LAB_MANAGER', 'WEEK')).status).toBe(409);
  expect(await views('PROJECT_MANAGER')).toEqual([]);
  const change = { name: 'Taken over' };
  expect((await lab.call('PROJECT_MANAGER', 'patch', `/api/filters/${ownView.id}`, change)).status).toBe(404);
  expect((await lab.call('PROJECT_MANAGER', 'delete', `/api/filters/${ownView.id}`)).status).toBe(404);
  expect((await save('PROJECT_MANAGER', 'x', { list: 'users' })).status).toBe(422);
});
