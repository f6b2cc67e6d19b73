import { z } from 'zod';
import { pageOf } from '#db/api/page-of.ts';
import { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { patient } from './patient.ts';

/** A patient in the list of those in the access scope. */
export const ListedPatient = patient.schema
  .pick({
    id: true,
    version: true,
    deleted: true,
    firstName: true,
    lastName: true,
    dob: true,
    medicalRecordNumber: true,
    sexAtBirth: true,
    originalCompanyId: true,
    createdAt: true,
  })
  .extend({ locationName: z.string(), specimens: z.number() });
export type ListedPatient = z.infer<typeof ListedPatient>;

/** `POST /api/patients/search`, out. */
export const PatientPage = pageOf(ListedPatient);
export type PatientPage = z.infer<typeof PatientPage>;

/** `GET /api/patients/:id`, out: the patient with their specimens, the newest first. */
export const ShownPatient = ListedPatient.extend({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  medicalGroupName: z.string().nullable(),
  tubes: z.array(
    z.object({
      id: z.string(),
      julianId: z.string().nullable(),
      requisitionNumber: z.string(),
      customerSampleId: z.string(),
      status: SpecimenStatus,
      collectedAt: z.string().nullable(),
      orderId: z.string(),
      /** Null for a draft. */
      orderNumber: z.string().nullable(),
      orderCreatedAt: z.string(),
      serviceName: z.string(),
    }),
  ),
});
export type ShownPatient = z.infer<typeof ShownPatient>;

const SORTED_BY = ['lastName', 'firstName', 'dob', 'medicalRecordNumber', 'createdAt'] as const;

/** `POST /api/patients/search`, in. Names and record numbers go in the body, because logs keep addresses. */
export const PatientSearch = z.strictObject({
  search: z.string().trim().max(100).default(''),
  sort: z.enum(SORTED_BY).default('lastName'),
  descending: z.boolean().default(false),
  sexAtBirth: patient.schema.shape.sexAtBirth.default(null),
  originalCompanyId: z.string().max(64).nullable().default(null),
  archived: z.boolean().default(false),
  page: z.int().min(1).max(100_000).default(1),
  limit: z.int().min(1).max(100).default(25),
});
export type PatientSearch = z.infer<typeof PatientSearch>;
