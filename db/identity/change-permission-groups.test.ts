import { beforeEach, describe, expect, it } from 'vitest';
import { buildPermissionGroup, buildUserCompany } from '#db/factories/build-identity.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { event } from '#db/records/events/event.ts';
import { changePermissionGroups } from './change-permission-groups.ts';
import { PERMISSIONS, type PermissionGroup, permissionGroup } from './permission-group.ts';
import { userCompany } from './user-company.ts';

let world: MemoryWorld;
let admins: PermissionGroup;
let managers: PermissionGroup;

beforeEach(() => {
  world = new MemoryWorld();
  admins = buildPermissionGroup({
    name: 'Administrators',
    roles: ['ADMIN', 'DEVELOPER'],
    permissions: [...PERMISSIONS],
  });
  managers = buildPermissionGroup({ name: 'Lab managers', permissions: ['USERS_VIEW'] });
  world.putRow(permissionGroup, admins);
  world.putRow(permissionGroup, managers);
  world.putRow(userCompany, buildUserCompany({ id: 'membership-ada', role: 'ADMIN' }));
});

const actor = buildActor({
  role: 'ADMIN',
  userCompanyId: 'membership-ada',
  userId: 'user-ada',
  name: 'Ada Okafor',
});
type Change = Parameters<typeof changePermissionGroups.run>[1]['groups'][number];

const changeTo = (group: PermissionGroup, changes: Partial<Change> = {}): Change => ({
  groupId: group.id,
  seenVersion: group.version,
  name: group.name,
  roles: group.roles,
  permissions: group.permissions,
  deleted: false,
  ...changes,
});
const change = (...groups: Change[]) => runRule(world, changePermissionGroups, { groups }, { actor });

describe('a change of permission groups', () => {
  it('replaces the content of a group and records the author', async () => {
    const result = await change(
      changeTo(managers, { permissions: ['USERS_VIEW_ALL'], roles: ['LAB_MANAGER', 'PROJECT_MANAGER'] }),
    );
    expect(result.outcome).toBe('APPLIED');
    expect(world.one(permissionGroup, managers.id)).toMatchObject({
      permissions: ['USERS_VIEW_ALL'],
      roles: ['LAB_MANAGER', 'PROJECT_MANAGER'],
    });
    expect(world.all(event)).toMatchObject([
      {
        type: 'PERMISSIONS_CHANGED',
        targetId: managers.id,
        userId: 'user-ada',
        data: {
          by: 'Ada Okafor',
          act: 'changed',
          rolesAdded: ['PROJECT_MANAGER'],
          rolesRemoved: [],
          permissionsAdded: ['USERS_VIEW_ALL'],
          permissionsRemoved: ['USERS_VIEW'],
        },
      },
    ]);
  });

  it('adds and removes groups at once', async () => {
    const added: Change = {
      groupId: 'group-new',
      seenVersion: null,
      name: 'Sales',
      roles: ['SALES_REP'],
      permissions: ['COMPANY_VIEW_ALL'],
      deleted: false,
    };
    await change(added, changeTo(managers, { deleted: true }));
    expect(world.all(permissionGroup).map(({ name, deleted }) => [name, deleted])).toEqual([
      ['Administrators', false],
      ['Lab managers', true],
      ['Sales', false],
    ]);
    expect(world.all(event).map(({ data }) => data['act'])).toEqual(['created', 'deleted']);
  });

  it('writes nothing without a difference', async () => {
    expect((await change(changeTo(managers), changeTo(admins))).code).toBe('NOTHING_CHANGED');
    expect(world.all(event)).toEqual([]);
  });

  it('is refused for a group that another person has changed in the meantime', async () => {
    await expect(change(changeTo(managers, { seenVersion: 99, permissions: [] }))).rejects.toMatchObject({
      code: 'STALE_VERSION',
    });
    await expect(change(changeTo(managers, { groupId: 'gone' }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is refused for two groups of one name, in any spelling', async () => {
    await expect(change(changeTo(managers, { name: 'administrators' }))).rejects.toMatchObject({
      code: 'NAME_TAKEN',
    });
  });
});

describe('lockout protection', () => {
  it('keeps people from removing the permission from their own role', async () => {
    const permissions = PERMISSIONS.filter((name) => name !== 'PERMISSIONS_EDIT');
    for (const change_ of [
      changeTo(admins, { permissions }),
      changeTo(admins, { roles: ['DEVELOPER'] }),
      changeTo(admins, { deleted: true }),
    ]) {
      await expect(change(change_)).rejects.toMatchObject({ code: 'OWN_PERMISSION' });
    }
    expect(world.one(permissionGroup, admins.id)?.permissions).toEqual([...PERMISSIONS]);
  });

  it('allows moving it to another group in the same change', async () => {
    const permissions = PERMISSIONS.filter((name) => name !== 'PERMISSIONS_EDIT');
    const result = await change(
      changeTo(admins, { permissions }),
      changeTo(managers, { roles: ['ADMIN', 'LAB_MANAGER'], permissions: ['PERMISSIONS_EDIT'] }),
    );
    expect(result.outcome).toBe('APPLIED');
  });

  it('requires an active person who can use it: a super admin in another role does not count', async () => {
    world.putRow(userCompany, buildUserCompany({ id: 'membership-ada', role: 'ADMIN', deactivated: true }));
    await expect(change(changeTo(managers, { permissions: [] }))).rejects.toMatchObject({
      code: 'NOBODY_LEFT',
    });
  });

  it('refuses anyone without the permission, also an administrator', async () => {
    world.putRow(permissionGroup, { ...admins, permissions: [] });
    await expect(change(changeTo(managers, { permissions: [] }))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    world.putRow(permissionGroup, { ...managers, permissions: ['PERMISSIONS_EDIT'] });
    const manager = buildActor({ role: 'LAB_MANAGER' });
    const attempt = runRule(
      world,
      changePermissionGroups,
      { groups: [changeTo(admins)] },
      { actor: manager },
    );
    await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
