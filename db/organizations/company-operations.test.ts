import { describe, expect, test } from 'vitest';
import { openCompanyBench } from '#db/factories/benches/company-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { address } from './address.ts';
import { company } from './company.ts';
import { holdCompany, releaseCompany } from './hold-company.ts';
import { removeAddress, saveAddress, setDefaultAddress } from './save-address.ts';
import { createCompany, updateCompany } from './save-company.ts';
import {
  approveCompany,
  rejectCompany,
  requestCompanyVerification,
  resubmitCompany,
} from './verify-company.ts';

const companyId = 'clinic';
const reason = 'Two invoices are open since March.';
const place = { line1: '1 Main St', city: 'Boston', state: 'ma', postalCode: '02110' };

describe('company hold', () => {
  test('billing puts a customer on hold with a reason and releases it with another', async () => {
    const { world, as, clinic } = openCompanyBench();
    await runRule(world, holdCompany, { companyId, reason }, as('BILLING_MANAGER'));
    expect(clinic()).toMatchObject({ status: 'ON_HOLD', holdReason: reason });
    await expect(runRule(world, holdCompany, { companyId, reason }, as('ADMIN'))).rejects.toThrow(
      'The organization is already on hold. Release it first to give another reason.',
    );
    await runRule(world, releaseCompany, { companyId, reason: 'All is paid.' }, as('CS_MANAGER'));
    expect(clinic()).toMatchObject({ status: 'ACTIVE', holdReason: null });
    expect(world.all(event).map(({ type, customerVisible }) => [type, customerVisible])).toEqual([
      ['COMPANY_HELD', false],
      ['COMPANY_HOLD_RELEASED', false],
    ]);
    await expect(runRule(world, releaseCompany, { companyId, reason }, as('ADMIN'))).rejects.toThrow(
      'The organization is not on hold.',
    );
  });

  test('a hold needs a reason and a permitted role; the lab itself cannot be put on hold', async () => {
    const { world, as, clinic } = openCompanyBench();
    await expect(runRule(world, holdCompany, { companyId, reason: ' ' }, as('ADMIN'))).rejects.toThrow();
    for (const caller of [as('SALES_LEADER'), as('CLINICAL_MANAGER', 'clinic')])
      await expect(runRule(world, holdCompany, { companyId, reason }, caller)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    await expect(
      runRule(world, holdCompany, { companyId: 'lab', reason }, as('ADMIN')),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(clinic()).toMatchObject({ status: 'ACTIVE' });
  });
});

describe('company verification', () => {
  test('a pending company is rejected with a reason, resubmitted and approved', async () => {
    const { world, as, clinic } = openCompanyBench({ verificationStatus: 'PENDING' });
    const rejectionReason = 'The tax number belongs to another company.';
    await runRule(world, rejectCompany, { companyId, reason: rejectionReason }, as('CS_MANAGER'));
    expect(clinic()?.verificationStatus).toBe('REJECTED');
    await expect(runRule(world, approveCompany, { companyId }, as('ADMIN'))).rejects.toThrow(
      'The verification was rejected. Submit the organization again first.',
    );
    const fixed = { companyId, reason: 'The number is right now.' };
    await runRule(world, resubmitCompany, fixed, as('CLINICAL_MANAGER', 'clinic'));
    expect(clinic()?.verificationStatus).toBe('PENDING');
    await runRule(world, approveCompany, { companyId }, as('ADMIN'));
    expect(clinic()?.verificationStatus).toBe('APPROVED');
    expect(world.all(event).map(({ type, data }) => [type, data['reason']])).toEqual([
      ['COMPANY_REJECTED', rejectionReason],
      ['COMPANY_VERIFICATION_REQUESTED', 'The number is right now.'],
      ['COMPANY_VERIFIED', undefined],
    ]);
  });

  test('staff request verification, first and again; only reviewers decide', async () => {
    const { world, as, clinic } = openCompanyBench();
    await runRule(world, requestCompanyVerification, { companyId, reason }, as('SALES_LEADER'));
    expect(clinic()?.verificationStatus).toBe('PENDING');
    for (const caller of [as('SALES_LEADER'), as('BILLING_MANAGER'), as('CLINICAL_MANAGER', 'clinic')])
      await expect(runRule(world, approveCompany, { companyId }, caller)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    await runRule(world, approveCompany, { companyId }, as('CS_MANAGER'));
    await runRule(world, requestCompanyVerification, { companyId, reason }, as('ADMIN'));
    expect(clinic()?.verificationStatus).toBe('PENDING');
  });

  test('only a rejected company can be resubmitted', async () => {
    const { world, as } = openCompanyBench();
    await expect(
      runRule(world, resubmitCompany, { companyId, reason }, as('CLINICAL_MANAGER', 'clinic')),
    ).rejects.toThrow('The verification was not rejected.');
  });
});

describe('company facts and terms', () => {
  const change = (changes: object, seenVersion = 1) => ({ companyId, seenVersion, changes });

  test('a manager changes the fields of managers, but no terms', async () => {
    const { world, as, clinic } = openCompanyBench();
    const manager = as('CLINICAL_MANAGER', 'clinic');
    const mails = { billingEmails: ['Pay@Clinic.example', 'pay@clinic.example'], name: 'Harbor Clinic' };
    await runRule(world, updateCompany, change(mails), manager);
    expect(clinic()).toMatchObject({ name: 'Harbor Clinic', billingEmails: ['pay@clinic.example'] });
    for (const terms of [{ paymentTermsDays: 365 }, { creditLimit: 1 }, { allowPurchaseOrder: true }])
      await expect(runRule(world, updateCompany, change(terms, 2), manager)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    await expect(
      runRule(world, updateCompany, { ...change(mails), changes: { status: 'ACTIVE' } as object }, manager),
    ).rejects.toMatchObject({ code: 'VALIDATION' });
  });

  test('only staff change verified fields', async () => {
    const { world, as, clinic } = openCompanyBench({ verificationStatus: 'APPROVED' });
    const renamed = change({ name: 'Another Clinic' });
    await expect(runRule(world, updateCompany, renamed, as('CLINICAL_MANAGER', 'clinic'))).rejects.toThrow(
      'Contact support to change them.',
    );
    await runRule(world, updateCompany, renamed, as('CS_MANAGER'));
    expect(clinic()?.name).toBe('Another Clinic');
  });

  test('billing changes the terms and the billing addresses, and nothing else', async () => {
    const { world, as, clinic } = openCompanyBench();
    await runRule(
      world,
      updateCompany,
      change({ paymentTermsDays: 45, creditLimit: 500_000 }),
      as('BILLING_MANAGER'),
    );
    expect(clinic()).toMatchObject({ paymentTermsDays: 45, creditLimit: 500_000 });
    await expect(
      runRule(world, updateCompany, change({ name: 'X' }, 2), as('BILLING_MANAGER')),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('a change of a stale version is refused, and an empty change is no change', async () => {
    const { world, as } = openCompanyBench();
    await runRule(world, updateCompany, change({ name: 'One' }), as('ADMIN'));
    await expect(runRule(world, updateCompany, change({ name: 'Two' }), as('ADMIN'))).rejects.toMatchObject({
      code: 'STALE_VERSION',
    });
    expect(await runRule(world, updateCompany, change({ name: 'One' }), as('ADMIN'))).toMatchObject({
      outcome: 'MERGED',
    });
  });

  test('a company outside the access scope is not found, a location of the own group cannot be changed', async () => {
    const { world, as } = openCompanyBench();
    const manager = as('CLINICAL_MANAGER', 'clinic');
    const renamed = { seenVersion: 1, changes: { name: 'Mine' } };
    await expect(
      runRule(world, updateCompany, { ...renamed, companyId: 'stranger' }, manager),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      runRule(world, updateCompany, { ...renamed, companyId: 'branch' }, manager),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('groups are two levels deep', async () => {
    const { world, as } = openCompanyBench();
    const under = (id: string, parentCompanyId: string) =>
      runRule(
        world,
        updateCompany,
        { companyId: id, seenVersion: 1, changes: { parentCompanyId } },
        as('ADMIN'),
      );
    await expect(under('stranger', 'branch')).rejects.toThrow('belongs to another organization itself');
    await expect(under('clinic', 'stranger')).rejects.toThrow('Other organizations belong to this one');
    await expect(under('clinic', 'clinic')).rejects.toThrow('cannot belong to itself');
    await expect(under('stranger', 'lab')).rejects.toThrow('cannot belong to the lab');
    await under('stranger', 'clinic');
  });

  test('staff create a customer; it is not verified unless somebody requests it', async () => {
    const { world, as } = openCompanyBench();
    const companyArgs = { companyId: 'new', name: ' Bay Genomics ', type: 'COMPANY' as const };
    await runRule(world, createCompany, companyArgs, as('SALES_LEADER'));
    expect(world.one(company, 'new')).toMatchObject({
      name: 'Bay Genomics',
      status: 'ACTIVE',
      verificationStatus: 'NOT_APPLICABLE',
      paymentTermsDays: 30,
    });
    await expect(
      runRule(world, createCompany, companyArgs, as('CLINICAL_MANAGER', 'clinic')),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('company addresses', () => {
  const add = (addressId: string, more: object = {}) => ({
    companyId,
    addressId,
    address: { kind: 'BILLING' as const, ...place, ...more },
  });

  test('the first address of a kind is the default, another can become it, and its removal restores the first', async () => {
    const { world, as } = openCompanyBench();
    const manager = as('CLINICAL_MANAGER', 'clinic');
    await runRule(world, saveAddress, add('a'), manager);
    await runRule(world, saveAddress, add('b', { line1: '2 Main St' }), manager);
    const defaults = () =>
      world.select(address, { companyId, isDefault: true, deleted: false }).map(({ id }) => id);
    expect(defaults()).toEqual(['a']);
    expect(world.one(address, 'a')?.state).toBe('MA');
    await runRule(world, setDefaultAddress, { companyId, addressId: 'b' }, manager);
    expect(defaults()).toEqual(['b']);
    await runRule(world, removeAddress, { companyId, addressId: 'b' }, manager);
    expect(defaults()).toEqual(['a']);
    await expect(runRule(world, removeAddress, { companyId, addressId: 'a' }, manager)).rejects.toThrow(
      'Orders need a billing address.',
    );
  });

  test("another company's address is not found, and a state has two letters", async () => {
    const { world, as } = openCompanyBench();
    await runRule(world, saveAddress, { ...add('theirs'), companyId: 'stranger' }, as('ADMIN'));
    const manager = as('CLINICAL_MANAGER', 'clinic');
    await expect(runRule(world, saveAddress, add('theirs'), manager)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(
      runRule(world, saveAddress, add('a', { state: 'Massachusetts' }), manager),
    ).rejects.toMatchObject({ code: 'VALIDATION' });
    await expect(runRule(world, saveAddress, add('a', { state: 'ZZ' }), manager)).rejects.toMatchObject({
      code: 'VALIDATION',
    });
    await runRule(world, saveAddress, add('a', { state: 'Bavaria', country: 'DE' }), manager);
  });

  test('a device cannot change addresses', async () => {
    const { world, as } = openCompanyBench();
    await expect(
      runRule(world, saveAddress, add('a'), { ...as('ADMIN'), deviceId: 'handheld' }),
    ).rejects.toMatchObject({ code: 'ONLINE_ONLY' });
  });
});
