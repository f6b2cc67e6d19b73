import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ShownPermissionGroup, ShownPermissionGroups } from '#db/identity/shown-permission-groups.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const read = async (caller: 'ADMIN' | 'RESONANT:ADMIN' = 'ADMIN') =>
  ShownPermissionGroups.parse((await lab.call(caller, 'get', '/api/permissions')).body);
async function groupNamed(name: string) {
  const group = (await read()).groups.find((one) => one.name === name);
  if (!group) throw new Error(`There is no group ${name}.`);
  return group;
}
const changed = ({ id, version, name, roles, permissions }: ShownPermissionGroup) => ({
  groupId: id,
  seenVersion: version,
  name,
  roles,
  permissions,
});

test('administrators and developers read the groups of their business entity; nobody else does', async () => {
  const { groups, people } = await read();
  expect(groups.map(({ name }) => name)).toContain('Administrators');
  expect(people['LAB_TECH']).toBe(1);
  const foreignGroupIds = new Set((await read('RESONANT:ADMIN')).groups.map(({ id }) => id));
  expect(groups.some(({ id }) => foreignGroupIds.has(id))).toBe(false);
  for (const role of ['LAB_MANAGER', 'PROJECT_MANAGER', 'COMPANY_MANAGER'] as const)
    expect((await lab.call(role, 'get', '/api/permissions')).status).toBe(403);
});

test('a change is stored with its author and returned to the next reader', async () => {
  const group = await groupNamed('Lab managers');
  const groups = [{ ...changed(group), permissions: ['USERS_VIEW_ALL', 'PATIENTS_VIEW'] }];
  const answer = await lab.call('ADMIN', 'put', '/api/permissions', { groups });
  expect(answer.status).toBe(200);
  const now = await groupNamed('Lab managers');
  expect(now).toMatchObject({ permissions: ['USERS_VIEW_ALL', 'PATIENTS_VIEW'], changedBy: 'Ada Okafor' });
  expect(now.version).toBeGreaterThan(group.version);
  const retry = await lab.call('ADMIN', 'put', '/api/permissions', { groups });
  expect([retry.status, retry.body.code]).toEqual([409, 'STALE_VERSION']);
  const [audit] = await lab.rows(
    `SELECT changes FROM audit_log WHERE table_name = 'permission_group' AND record_id = $1`,
    [group.id],
  );
  expect(JSON.stringify(audit)).toContain('PATIENTS_VIEW');
});

test('a group is created, renamed and removed', async () => {
  const content = { name: 'Visitors', roles: ['SALES_REP'], permissions: ['PATIENTS_VIEW'] };
  const creation = await lab.call('DEVELOPER', 'post', '/api/permissions', content);
  expect([creation.status, creation.body.name]).toEqual([201, 'Visitors']);
  const { id, version } = creation.body;
  const update = await lab.call('ADMIN', 'put', `/api/permissions/${id}`, {
    ...content,
    name: 'Guests',
    seenVersion: version,
  });
  expect([update.status, update.body.name, update.body.changedBy]).toEqual([200, 'Guests', 'Ada Okafor']);
  expect((await lab.call('RESONANT:ADMIN', 'delete', `/api/permissions/${id}`)).status).toBe(404);
  expect((await lab.call('ADMIN', 'delete', `/api/permissions/${id}`)).status).toBe(204);
  expect((await lab.call('ADMIN', 'delete', `/api/permissions/${id}`)).status).toBe(404);
});

test('a change of another business entity is not found there', async () => {
  const group = await groupNamed('Lab managers');
  const groups = [{ ...changed(group), permissions: [] }];
  const answer = await lab.call('RESONANT:ADMIN', 'put', '/api/permissions', { groups });
  expect(answer.status).toBe(404);
  expect(await groupNamed('Lab managers')).toEqual(group);
});

test('nobody removes the permission from their own role, and invalid changes are refused with their field', async () => {
  const group = await groupNamed('Administrators');
  const locked = await lab.call('ADMIN', 'put', '/api/permissions', {
    groups: [{ ...changed(group), permissions: ['USERS_VIEW'] }],
  });
  expect([locked.status, locked.body.code]).toEqual([409, 'OWN_PERMISSION']);
  for (const wrong of [
    { permissions: ['FLY'] },
    { roles: ['PILOT'] },
    { name: ' ' },
    { entity: 'RESONANT' },
  ]) {
    const answer = await lab.call('ADMIN', 'put', '/api/permissions', {
      groups: [{ ...changed(group), ...wrong }],
    });
    expect(answer.status).toBe(422);
  }
  expect(await groupNamed('Administrators')).toEqual(group);
});

test('the role alone does not open the page without the permission of a group', async () => {
  await lab.database.pool.query(
    `UPDATE permission_group SET permissions = '{}' WHERE 'ADMIN' = ANY (roles) AND entity = 'RESONANT'`,
  );
  expect((await lab.call('RESONANT:ADMIN', 'get', '/api/permissions')).status).toBe(403);
  const answer = await lab.call('RESONANT:ADMIN', 'put', '/api/permissions', {
    groups: [
      { groupId: 'x', seenVersion: null, name: 'Mine', roles: ['ADMIN'], permissions: ['PERMISSIONS_EDIT'] },
    ],
  });
  expect(answer.status).toBe(403);
});
