import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { PatientForm } from '#db/patients/patient-form.ts';
import { PatientPage, PatientSearch, ShownPatient } from '#db/patients/shown-patient.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';

const PatientId = z.strictObject({ id: Id });
const SavedPatient = z.object({ id: Id });
const StatusChange = z.strictObject({ seenVersion: z.int(), reason: Reason });

/** Names and record numbers are searched in the body: an address is kept in logs. */
export const searchPatients = defineCall({
  id: 'searchPatients',
  method: 'post',
  path: '/api/patients/search',
  access: 'patients:read',
  summary: 'Lists the patients of the own location and its medical group.',
  body: PatientSearch,
  answer: PatientPage,
});

export const readPatient = defineCall({
  id: 'readPatient',
  method: 'get',
  path: '/api/patients/:id',
  access: 'patients:read',
  summary: 'Reads one patient with their specimens; the view is recorded in the access log.',
  params: PatientId,
  answer: ShownPatient,
});

export const createPatient = defineCall({
  id: 'createPatient',
  method: 'post',
  path: '/api/patients',
  access: 'patients:create',
  summary: 'Creates a patient of the own location.',
  body: PatientForm,
  answer: SavedPatient,
  status: 201,
});

export const updatePatient = defineCall({
  id: 'updatePatient',
  method: 'patch',
  path: '/api/patients/:id',
  access: 'patients:update',
  summary: 'Corrects a patient; a change of name, birth date or record number needs a reason.',
  params: PatientId,
  body: z.strictObject({
    seenVersion: z.int(),
    form: PatientForm,
    reason: Reason.nullable().default(null),
  }),
  answer: SavedPatient,
  errors: ['SPECIMENS_EXIST'],
});

export const archivePatient = defineCall({
  id: 'archivePatient',
  method: 'post',
  path: '/api/patients/:id/archive',
  access: 'patients:delete',
  summary: 'Archives a patient without specimens in work, so that no new order names them.',
  params: PatientId,
  body: StatusChange,
  answer: SavedPatient,
  errors: ['SPECIMENS_EXIST'],
});

export const restorePatient = defineCall({
  id: 'restorePatient',
  method: 'post',
  path: '/api/patients/:id/restore',
  access: 'patients:delete',
  summary: 'Restores an archived patient.',
  params: PatientId,
  body: StatusChange,
  answer: SavedPatient,
});
