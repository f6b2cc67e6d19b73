import { expect, test } from 'vitest';
import { assignableRoles } from '#db/access/assignable-roles.ts';
import { buildPermissionGroup, buildUserCompany } from '#db/factories/build-identity.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import { event } from '#db/records/events/event.ts';
import { changeRole, toggleUserStatus } from './change-membership.ts';
import { permissionGroup } from './permission-group.ts';
import { type UserCompany, userCompany } from './user-company.ts';

const ADMIN = buildActor({ userId: 'ann', userCompanyId: 'm-ann', companyId: 'lab', role: 'ADMIN' });
const LAB_MANAGER = buildActor({
  userId: 'lea',
  userCompanyId: 'm-lea',
  companyId: 'lab',
  role: 'LAB_MANAGER',
});
const MANAGER = buildActor({
  userId: 'mo',
  userCompanyId: 'm-mo',
  companyId: 'acme',
  role: 'COMPANY_MANAGER',
});

function newWorld(...more: Partial<UserCompany>[]): MemoryWorld {
  const world = new MemoryWorld();
  world.putRow(company, buildCompany({ id: 'lab', type: 'COMPANY' }));
  world.putRow(company, buildCompany({ id: 'acme', type: 'COMPANY' }));
  world.putRow(company, buildCompany({ id: 'other', type: 'COMPANY' }));
  const group = (roles: Actor['role'][], permissions: ('USERS_EDIT' | 'USERS_EDIT_ALL')[]) =>
    world.putRow(permissionGroup, buildPermissionGroup({ roles, permissions }));
  group(['ADMIN', 'LAB_MANAGER'], ['USERS_EDIT_ALL']);
  group(['COMPANY_MANAGER'], ['USERS_EDIT']);
  const people: Partial<UserCompany>[] = [
    { id: 'm-ann', userId: 'ann', companyId: 'lab', role: 'ADMIN' },
    { id: 'm-lea', userId: 'lea', companyId: 'lab', role: 'LAB_MANAGER' },
    { id: 'm-tess', userId: 'tess', companyId: 'lab', role: 'LAB_TECH' },
    { id: 'm-mo', userId: 'mo', companyId: 'acme', role: 'COMPANY_MANAGER' },
    { id: 'm-una', userId: 'una', companyId: 'acme', role: 'COMPANY_USER' },
    ...more,
  ];
  for (const person of people) world.putRow(userCompany, buildUserCompany(person));
  return world;
}

const online = (actor: Actor) => ({ actor, deviceId: null });
const become = (world: MemoryWorld, actor: Actor, userCompanyId: string, role: Actor['role']) =>
  runRule(world, changeRole, { userCompanyId, role, siteVariant: 'lab-services' }, online(actor));
const deactivate = (world: MemoryWorld, actor: Actor, userCompanyId: string, deactivated = true) =>
  runRule(world, toggleUserStatus, { userCompanyId, deactivated, reason: 'Left' }, online(actor));

test('a deactivation ends the sessions of the membership and records person and reason; activation restores none', async () => {
  const world = newWorld();
  await deactivate(world, MANAGER, 'm-una');
  expect(world.one(userCompany, 'm-una')).toMatchObject({ deactivated: true, sessionVersion: 2 });
  await deactivate(world, MANAGER, 'm-una', false);
  expect(world.one(userCompany, 'm-una')).toMatchObject({ deactivated: false, sessionVersion: 2 });
  expect(world.all(event)).toMatchObject([
    { type: 'USER_DEACTIVATED', targetId: 'm-una', userId: 'mo', data: { reason: 'Left' } },
    { type: 'USER_REACTIVATED', targetId: 'm-una', userId: 'mo' },
  ]);
});

test('a new role ends the sessions of the membership and is recorded from and to', async () => {
  const world = newWorld();
  await become(world, LAB_MANAGER, 'm-tess', 'RESEARCH_ASSISTANT');
  expect(world.one(userCompany, 'm-tess')).toMatchObject({ role: 'RESEARCH_ASSISTANT', sessionVersion: 2 });
  expect(world.all(event)).toMatchObject([
    { type: 'ROLE_CHANGED', targetId: 'm-tess', data: { from: 'LAB_TECH', to: 'RESEARCH_ASSISTANT' } },
  ]);
  expect(await become(world, LAB_MANAGER, 'm-tess', 'RESEARCH_ASSISTANT')).toMatchObject({
    outcome: 'MERGED',
  });
  expect(world.one(userCompany, 'm-tess')).toMatchObject({ sessionVersion: 2 });
});

test('people cannot change their own role or status', async () => {
  const world = newWorld();
  await expect(become(world, MANAGER, 'm-mo', 'COMPANY_USER')).rejects.toMatchObject({ code: 'OWN_ACCOUNT' });
  await expect(deactivate(world, ADMIN, 'm-ann')).rejects.toMatchObject({ code: 'OWN_ACCOUNT' });
});

test('a company keeps one active manager, whoever changes it', async () => {
  const world = newWorld({
    id: 'm-off',
    userId: 'off',
    companyId: 'acme',
    role: 'COMPANY_MANAGER',
    deactivated: true,
  });
  const text = 'A company needs at least one active manager.';
  await expect(deactivate(world, ADMIN, 'm-mo')).rejects.toThrow(text);
  await expect(become(world, ADMIN, 'm-mo', 'COMPANY_USER')).rejects.toThrow(text);
  world.putRow(
    userCompany,
    buildUserCompany({ id: 'm-two', userId: 'two', companyId: 'acme', role: 'COMPANY_MANAGER' }),
  );
  await deactivate(world, ADMIN, 'm-mo');
  await expect(deactivate(world, ADMIN, 'm-two')).rejects.toThrow(text);
});

test('a role is given only where it exists and by a role that may give it', async () => {
  const world = newWorld({
    id: 'm-dev',
    userId: 'dev',
    companyId: 'lab',
    role: 'DEVELOPER',
  });
  const expectedError = { code: 'ROLE_NOT_ALLOWED' };
  await expect(become(world, MANAGER, 'm-una', 'LAB_MANAGER')).rejects.toMatchObject(expectedError);
  await expect(become(world, ADMIN, 'm-una', 'LAB_TECH')).rejects.toMatchObject(expectedError);
  await expect(become(world, LAB_MANAGER, 'm-tess', 'ADMIN')).rejects.toMatchObject(expectedError);
  // Nobody takes a role from a person with a higher role.
  await expect(become(world, LAB_MANAGER, 'm-dev', 'LAB_TECH')).rejects.toMatchObject(expectedError);
  await expect(deactivate(world, LAB_MANAGER, 'm-dev')).rejects.toMatchObject(expectedError);
  await expect(
    runRule(
      world,
      changeRole,
      { userCompanyId: 'm-tess', role: 'RESEARCH_ASSISTANT', siteVariant: 'clinical' },
      online(ADMIN),
    ),
  ).rejects.toMatchObject(expectedError);
  await become(world, ADMIN, 'm-tess', 'ADMIN');
});

test('a manager reaches no person of another company, and a person without the permission reaches nobody', async () => {
  const world = newWorld({ id: 'm-far', userId: 'far', companyId: 'other', role: 'COMPANY_USER' });
  await expect(deactivate(world, MANAGER, 'm-far')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(deactivate(world, MANAGER, 'm-tess')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const pm = buildActor({ userId: 'pm', userCompanyId: 'm-pm', companyId: 'lab', role: 'PROJECT_MANAGER' });
  await expect(deactivate(world, pm, 'm-una')).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('activation does not accept a waiting invitation', async () => {
  const world = newWorld({
    id: 'm-new',
    userId: 'new',
    companyId: 'acme',
    role: 'COMPANY_USER',
    deactivated: true,
    acceptedAt: null,
  });
  await expect(deactivate(world, MANAGER, 'm-new', false)).rejects.toMatchObject({ code: 'NOT_ACCEPTED' });
});

test('a handheld cannot send a change of rights', async () => {
  const world = newWorld();
  await expect(
    runRule(
      world,
      toggleUserStatus,
      { userCompanyId: 'm-una', deactivated: true, reason: 'x' },
      { actor: MANAGER, deviceId: 'device-a' },
    ),
  ).rejects.toMatchObject({ code: 'ONLINE_ONLY' });
});

test('the lab variant has 17 assignable roles and the clinical one 15', () => {
  expect(assignableRoles('lab-services')).toHaveLength(17);
  expect(assignableRoles('clinical')).toHaveLength(15);
});
