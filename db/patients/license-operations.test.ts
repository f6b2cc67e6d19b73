import { describe, expect, test } from 'vitest';
import { openCompanyBench } from '#db/factories/benches/company-bench.ts';
import { buildClinicianLicense } from '#db/factories/build-patients.ts';
import { buildS3File } from '#db/factories/build-records.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import { type ClinicianLicense, clinicianLicense, mayOrder } from './clinician-license.ts';
import { editLicense, renewLicense, submitLicense } from './edit-license.ts';
import { isNpi } from './license-form.ts';
import { reminderDue } from './license-reminder.ts';
import { markLicenseError, verifyLicense } from './verify-license.ts';

const form = {
  designation: 'MEDICAL_DOCTOR' as const,
  licenseNumber: 'md-204518',
  state: 'ma',
  npi: '1234567893',
  expiresOn: '2027-06-30',
};

function openClinic(licenseFields: Partial<ClinicianLicense> | null = null) {
  const bench = openCompanyBench();
  bench.join('clara', 'clinic', 'CLINICIAN');
  bench.join('bruno', 'branch', 'CLINICIAN');
  bench.join('other', 'stranger', 'CLINICIAN');
  if (licenseFields)
    bench.world.putRow(
      clinicianLicense,
      buildClinicianLicense({ id: 'lic', userId: 'clara', entity: 'RESONANT', ...licenseFields }),
    );
  const clara = bench.as('CLINICIAN', 'clinic', { userId: 'clara' });
  const manager = bench.as('CLINICAL_MANAGER', 'clinic');
  const license = () => bench.world.one(clinicianLicense, 'lic');
  return { ...bench, clara, manager, licence: license };
}
const scanOf = (targetId: string) =>
  buildS3File({
    id: 'scan',
    fileType: 'LICENSE_DOCUMENT',
    subType: 'CREDENTIALS',
    targetType: 'ClinicianLicense',
    targetId,
    status: 'STORED',
    entity: 'RESONANT',
  });
const submit = { licenseId: 'lic', userId: 'clara', ...form };
const review = { licenseId: 'lic' };

describe('entering a license', () => {
  test('a clinician enters a license, which then awaits verification', async () => {
    const { world, clara, licence: license } = openClinic();
    await runRule(world, submitLicense, submit, clara);
    expect(license()).toMatchObject({
      status: 'PENDING_VERIFICATION',
      licenseNumber: 'MD-204518',
      state: 'MA',
      verifiedAt: null,
    });
    await expect(runRule(world, submitLicense, { ...submit, licenseId: 'twin' }, clara)).rejects.toThrow(
      'Edit or renew that one.',
    );
  });

  test('the manager of a clinic enters licenses for its clinicians and those of its locations, nobody else does', async () => {
    const { world, as, clara, manager } = openClinic();
    await runRule(world, submitLicense, { ...submit, userId: 'bruno' }, manager);
    const foreign = { ...submit, licenseId: 'two', userId: 'other' };
    for (const caller of [clara, manager])
      await expect(runRule(world, submitLicense, foreign, caller)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    await expect(runRule(world, submitLicense, foreign, as('CS_MANAGER'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test('an invalid license is refused with the step to take', async () => {
    const { world, clara } = openClinic();
    const wrong: [object, string][] = [
      [{ licenseNumber: null }, 'License number is required'],
      [{ designation: 'NON_LICENSED_PROVIDER' }, 'has no license number'],
      [{ expiresOn: '2026-11-20' }, 'The license has expired.'],
      [{ issuedOn: '2026-12-24' }, 'date of issue is in the future'],
      [{ npi: '1234567890' }, 'Please fix the form errors'],
    ];
    for (const [more, text] of wrong)
      await expect(runRule(world, submitLicense, { ...submit, ...more }, clara)).rejects.toThrow(text);
  });

  test('an NPI is validated by its check digit', () => {
    expect(isNpi('1234567893')).toBe(true);
    expect(isNpi('1679576722')).toBe(true);
    for (const wrong of ['1234567890', '3234567893', '123456789', '12345678931', 'abcdefghij'])
      expect(isNpi(wrong)).toBe(false);
  });
});

describe('verifying a license', () => {
  test('customer service verifies a license; the clinician may order until its last day', async () => {
    const { world, as, licence: license } = openClinic({});
    await runRule(world, verifyLicense, review, as('CS_MANAGER'));
    const row = license();
    expect(row).toMatchObject({ status: 'VERIFIED', verifiedById: 'user-CS_MANAGER' });
    expect(row && mayOrder([row], '2027-06-30')).toBe(true);
    expect(row && mayOrder([row], '2027-07-01')).toBe(false);
    expect(row && mayOrder([{ ...row, designation: 'NON_LICENSED_PROVIDER' }], '2027-01-01')).toBe(false);
    await expect(runRule(world, verifyLicense, review, as('ADMIN'))).rejects.toThrow('verified already');
  });

  test('only reviewers decide, never about their own license, and a return needs a reason', async () => {
    const { world, as, clara, manager } = openClinic({});
    for (const caller of [clara, manager, as('CS_REP')])
      await expect(runRule(world, verifyLicense, review, caller)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    await expect(
      runRule(world, verifyLicense, review, as('ADMIN', 'lab', { userId: 'clara' })),
    ).rejects.toThrow('Somebody else must verify your own license.');
    await expect(runRule(world, markLicenseError, { ...review, reason: '' }, as('ADMIN'))).rejects.toThrow();
  });

  test('a returned license is corrected and awaits verification again', async () => {
    const { world, as, clara, licence: license } = openClinic({});
    const reason = 'The board knows no such number.';
    await runRule(world, markLicenseError, { ...review, reason }, as('ADMIN'));
    expect(license()).toMatchObject({ status: 'ERROR', verificationMessage: reason });
    await expect(runRule(world, verifyLicense, review, as('ADMIN'))).rejects.toThrow('corrected first');
    const corrected = { ...review, seenVersion: 2, form: { ...form, licenseNumber: 'MD-204519' } };
    await runRule(world, editLicense, corrected, clara);
    expect(license()).toMatchObject({ status: 'PENDING_VERIFICATION', verificationMessage: null });
    expect(world.all(event).map(({ type }) => type)).toEqual(['LICENSE_ERROR', 'LICENSE_SUBMITTED']);
  });

  test('a changed number, state or designation of a verified license needs verification; a changed file does not', async () => {
    const { world, clara, licence: license } = openClinic({ status: 'VERIFIED' });
    const { expiresOn, npi } = form;
    const same = {
      designation: 'MEDICAL_DOCTOR' as const,
      licenseNumber: 'MD-204518',
      state: 'MA',
      npi,
      expiresOn,
    };
    world.putRow(s3File, scanOf('lic'));
    await runRule(
      world,
      editLicense,
      { ...review, seenVersion: 1, form: { ...same, fileId: 'scan' } },
      clara,
    );
    expect(license()?.status).toBe('VERIFIED');
    await runRule(
      world,
      editLicense,
      { ...review, seenVersion: 2, form: { ...same, fileId: 'scan', state: 'NH' } },
      clara,
    );
    expect(license()?.status).toBe('PENDING_VERIFICATION');
  });

  test('a license accepts only a stored document of its own', async () => {
    const { world, clara, licence: license } = openClinic({ status: 'VERIFIED' });
    const licenseFields = { ...form, expiresOn: '2027-06-30', fileId: 'scan' };
    const name = () => runRule(world, editLicense, { ...review, seenVersion: 1, form: licenseFields }, clara);
    const first = 'Send the document of this license first';
    await expect(name()).rejects.toThrow(first);
    world.putRow(s3File, scanOf('of-another'));
    await expect(name()).rejects.toThrow(first);
    world.putRow(s3File, { ...scanOf('lic'), status: 'PENDING' });
    await expect(name()).rejects.toThrow(first);
    world.putRow(s3File, { ...scanOf('lic'), fileType: 'UPLOADED_DOCUMENT' });
    await expect(name()).rejects.toThrow(first);
    expect(license()?.fileId).toBeNull();
    await expect(
      runRule(world, submitLicense, { ...submit, licenseId: 'new', fileId: 'scan' }, clara),
    ).rejects.toThrow('Submit the license first');
  });

  test('one license cannot be verified for two people', async () => {
    const { world, as } = openClinic({});
    const duplicate = {
      id: 'twin',
      userId: 'bruno',
      status: 'VERIFIED' as const,
      entity: 'RESONANT' as const,
    };
    world.putRow(clinicianLicense, buildClinicianLicense(duplicate));
    await expect(runRule(world, verifyLicense, review, as('ADMIN'))).rejects.toThrow(
      'verified for another clinician',
    );
  });
});

describe('license dates', () => {
  test('an expired license is renewed with later dates and verified again', async () => {
    const {
      world,
      clara,
      licence: license,
    } = openClinic({
      status: 'EXPIRED',
      expiresOn: '2026-11-01',
      remindedDays: 7,
    });
    await expect(runRule(world, renewLicense, { ...review, expiresOn: '2026-11-01' }, clara)).rejects.toThrow(
      'must expire later',
    );
    await expect(runRule(world, editLicense, { ...review, seenVersion: 1, form }, clara)).rejects.toThrow(
      'Renew it instead.',
    );
    await runRule(world, renewLicense, { ...review, expiresOn: '2028-11-01' }, clara);
    expect(license()).toMatchObject({
      status: 'PENDING_VERIFICATION',
      expiresOn: '2028-11-01',
      remindedDays: null,
    });
  });

  test('reminders are sent 60, 30 and 7 days before expiry, each once', () => {
    const due = (today: string, remindedDays: number | null) =>
      reminderDue({ expiresOn: '2027-03-01', remindedDays }, today);
    expect(due('2026-12-30', null)).toBe(null);
    expect(due('2026-12-31', null)).toBe(60);
    expect(due('2027-01-15', 60)).toBe(null);
    expect(due('2027-01-30', 60)).toBe(30);
    expect(due('2027-02-25', 60)).toBe(7);
    expect(due('2027-03-01', 7)).toBe(null);
    expect(due('2027-03-02', null)).toBe(null);
  });
});
