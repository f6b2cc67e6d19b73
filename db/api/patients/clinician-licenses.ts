import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import { LicenseForm } from '#db/patients/license-form.ts';
import { LicensePage, ListedClinician, ShownLicense } from '#db/patients/shown-license.ts';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Reason } from '#db/values/reason.ts';

const LicenseId = z.strictObject({ id: Id });

export const listLicenses = defineCall({
  id: 'listLicenses',
  method: 'get',
  path: '/api/clinician-licenses',
  access: 'clinician-licenses:read',
  summary: 'Lists own licenses, those of a clinic, or all of them for reviewers.',
  query: listQueryOf(clinicianLicense),
  answer: LicensePage,
});

export const listClinicians = defineCall({
  id: 'listClinicians',
  method: 'get',
  path: '/api/clinician-licenses/clinicians',
  access: 'clinician-licenses:create',
  summary: 'Lists the clinicians for whom a license can be submitted.',
  answer: z.array(ListedClinician),
});

export const readLicense = defineCall({
  id: 'readLicense',
  method: 'get',
  path: '/api/clinician-licenses/:id',
  access: 'clinician-licenses:read',
  summary: 'Reads one license with its history.',
  params: LicenseId,
  answer: ShownLicense,
});

export const submitLicense = defineCall({
  id: 'submitLicense',
  method: 'post',
  path: '/api/clinician-licenses',
  access: 'clinician-licenses:create',
  summary: 'Submits a license to be verified, by default the own one.',
  body: LicenseForm.extend({ userId: Id.optional() }),
  answer: ShownLicense,
  status: 201,
});

export const updateLicense = defineCall({
  id: 'updateLicense',
  method: 'patch',
  path: '/api/clinician-licenses/:id',
  access: 'clinician-licenses:update',
  summary: 'Corrects a license; what a check has read is checked again.',
  params: LicenseId,
  body: LicenseForm.extend({ seenVersion: z.int() }),
  answer: ShownLicense,
});

export const renewLicense = defineCall({
  id: 'renewLicense',
  method: 'patch',
  path: '/api/clinician-licenses/:id/renew',
  access: 'clinician-licenses:update',
  summary: 'Enters the dates of a renewed license, which is verified again.',
  params: LicenseId,
  body: LicenseForm.pick({ expiresOn: true, issuedOn: true }),
  answer: ShownLicense,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const verifyLicense = defineCall({
  id: 'verifyLicense',
  method: 'patch',
  path: '/api/clinician-licenses/:id/verify',
  access: 'clinician-licenses:update',
  summary: 'Verifies a license and tells its clinician by email.',
  params: LicenseId,
  body: z.strictObject({ reason: orEmpty(oneLine('', 1000)).default(null) }),
  answer: ShownLicense,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const markLicenseError = defineCall({
  id: 'markLicenseError',
  method: 'patch',
  path: '/api/clinician-licenses/:id/error',
  access: 'clinician-licenses:update',
  summary: 'Returns a license to its clinician with the reason.',
  params: LicenseId,
  body: z.strictObject({ reason: Reason }),
  answer: ShownLicense,
  errors: ['TRANSITION_NOT_ALLOWED'],
});
