import { beforeEach, describe, expect, test } from 'vitest';
import {
  defaultRole,
  FOUNDER_ROLE,
  rolesToGive,
  selfRegistering,
  verificationAtStart,
} from '#db/access/account-roles.ts';
import { buildUser, buildUserCompany } from '#db/factories/build-identity.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildActor, buildContext, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { company } from '#db/organizations/company.ts';
import { event } from '#db/records/events/event.ts';
import { inviteUser, joinCompany } from './invite-user.ts';
import { preference } from './preference.ts';
import { user } from './user.ts';
import { userCompany } from './user-company.ts';

let world: MemoryWorld;
beforeEach(() => {
  world = new MemoryWorld();
  world.putRow(company, buildCompany({ id: 'lab', type: 'COMPANY' }));
  world.putRow(company, buildCompany({ id: 'uni', type: 'UNIVERSITY' }));
  world.putRow(company, buildCompany({ id: 'department', type: 'UNIVERSITY', parentCompanyId: 'uni' }));
  world.putRow(user, buildUser({ id: 'user-tech' }));
  world.putRow(userCompany, buildUserCompany({ companyId: 'lab', role: 'LAB_TECH' }));
});

const manager = buildActor({ userId: 'ines', companyId: 'uni', role: 'INSTITUTION_MANAGER', name: 'Ines' });
const labManager = buildActor({ userId: 'lena', companyId: 'lab', role: 'LAB_MANAGER', name: 'Lena' });
const args = {
  email: 'mia@uni.example',
  role: 'INSTITUTION_USER',
  companyId: 'uni',
  staffAddress: false,
} as const;
const invite = (more: Partial<Parameters<typeof runRule<typeof inviteUser.args>>[2]> = {}, actor = manager) =>
  runRule(world, inviteUser, { ...args, ...more }, { actor, deviceId: null });
const waiting = () => world.all(userCompany).find(({ companyId }) => companyId === 'uni');

describe('an invitation', () => {
  test('makes a waiting membership and records the inviter', async () => {
    await invite();
    expect(waiting()).toMatchObject({
      deactivated: true,
      acceptedAt: null,
      role: 'INSTITUTION_USER',
      invitedById: 'ines',
    });
    expect(world.all(event)).toMatchObject([{ type: 'USER_INVITED', targetId: waiting()?.id }]);
  });

  test('sent again changes the role and makes no second membership', async () => {
    await invite();
    await invite({ role: 'INSTITUTION_MANAGER' });
    expect(world.all(userCompany).filter(({ companyId }) => companyId === 'uni')).toHaveLength(1);
    expect(waiting()?.role).toBe('INSTITUTION_MANAGER');
  });

  test('to a department is allowed to its university’s manager; to another company it is NOT_FOUND', async () => {
    await invite({ companyId: 'department' });
    await expect(invite({ companyId: 'lab', role: 'LAB_TECH' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(invite({ companyId: 'nowhere' }, labManager)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('of a member is refused, also of a deactivated one', async () => {
    world.putRow(user, buildUser({ id: 'mia', email: args.email }));
    const member = buildUserCompany({ userId: 'mia', companyId: 'uni', role: 'INSTITUTION_USER' });
    world.putRow(userCompany, member);
    await expect(invite()).rejects.toMatchObject({ code: 'ALREADY_MEMBER' });
    world.putRow(userCompany, { ...member, deactivated: true });
    await expect(invite()).rejects.toThrow('Activate the user again instead.');
  });

  test('is online only', async () => {
    const onDevice = { actor: manager, deviceId: 'zebra' };
    await expect(runRule(world, inviteUser, args, onDevice)).rejects.toMatchObject({ code: 'ONLINE_ONLY' });
  });

  test('into the lab needs an address of the lab, into a customer’s company another one', async () => {
    await expect(invite({ companyId: 'lab', role: 'LAB_TECH' }, labManager)).rejects.toThrow(
      'address of the lab',
    );
    await expect(invite({ staffAddress: true })).rejects.toThrow('Use your staff invitation.');
  });
});

test('is accepted once, with names, preferences and a proven address', async () => {
  await invite();
  const membership = waiting();
  if (!membership) throw new Error('no membership');
  const actor = buildActor({ ...manager, userId: membership.userId, userCompanyId: membership.id });
  const context = buildContext({ actor });
  const stamp = { at: context.occurredAt, userId: actor.userId, entity: 'WBL' };
  const join = () =>
    world.transaction(stamp, (tx) => joinCompany(tx, context, { firstName: 'Mia', lastName: 'Member' }));
  await join();
  expect(waiting()).toMatchObject({ deactivated: false, acceptedAt: context.occurredAt });
  expect(world.one(user, membership.userId)).toMatchObject({
    name: 'Mia Member',
    emailVerified: context.occurredAt,
  });
  expect(world.all(preference)).toMatchObject([{ emailUpdateFrequency: 'DAILY' }]);
  await expect(join()).rejects.toMatchObject({ code: 'LINK_INVALID' });
});

describe('roles by kind of company', () => {
  test('the founder is a manager, a person invited without a role is a member', () => {
    expect(FOUNDER_ROLE).toEqual({
      COMPANY: 'COMPANY_MANAGER',
      UNIVERSITY: 'INSTITUTION_MANAGER',
      RESEARCH: 'INSTITUTION_MANAGER',
      CLINIC: 'CLINICAL_MANAGER',
    });
    expect(defaultRole('RESEARCH')).toBe('INSTITUTION_USER');
    expect(defaultRole('CLINIC')).toBe('COMPANY_USER');
  });

  test('clinics also have clinicians; only administrators and developers invite others of their kind', () => {
    const clinic = { type: 'CLINIC', isHome: false } as const;
    expect(rolesToGive('CLINICAL_MANAGER', clinic)).toEqual([
      'COMPANY_MANAGER',
      'COMPANY_USER',
      'CLINICIAN',
      'CLINICAL_BILLING_MANAGER',
      'CLINICAL_MANAGER',
    ]);
    const home = { type: 'COMPANY', isHome: true } as const;
    expect(rolesToGive('LAB_MANAGER', home)).not.toContain('ADMIN');
    expect(rolesToGive('ADMIN', home)).toContain('DEVELOPER');
    expect(rolesToGive('COMPANY_MANAGER', home)).toEqual([]);
  });

  test('clinics register themselves only outside WBL, and every company in RESONANT is verified', () => {
    expect([selfRegistering('WBL', 'CLINIC'), selfRegistering('RESONANT', 'CLINIC')]).toEqual([false, true]);
    expect(verificationAtStart('WBL', 'UNIVERSITY')).toBe('NOT_APPLICABLE');
    expect(verificationAtStart('RESONANT', 'RESEARCH')).toBe('PENDING');
  });
});
