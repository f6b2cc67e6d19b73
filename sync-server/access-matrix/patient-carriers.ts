import { may } from '#db/access/grants.ts';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import { hasPermission } from '#db/access/permissions.ts';
import type { Role } from '#db/access/roles.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { numbersMaterial } from '#sync-server/sync/scope.ts';

/**
 * The patient data that the matrix test inserts in the lab: per declared field a text that no other value contains.
 * A date has a year of its own, so that the test finds it in any format.
 */
export const PLANTED = {
  'specimen.patientMrn': 'MRNPLANTEDS',
  'specimen.physician': 'Plantedphysician',
  'specimen.collectedAt': '1987',
  'specimen.patientId': '01J0PNTEDPAT1ENT0000000000',
  'clinical_attestation.indications': 'Plantedindication',
  'patient.firstName': 'Plantedfirst',
  'patient.lastName': 'Plantedlast',
  'patient.dob': '1911-11-09',
  'patient.medicalRecordNumber': 'MRNPLANTEDP',
  'patient.email': 'planted@patient.example',
  'patient.phone': '5550187777',
} as const;
export type PlantedField = keyof typeof PLANTED;
export const PLANTED_FIELDS = Object.keys(PLANTED) as PlantedField[];

/** Who may read a planted field. */
interface MatrixReader {
  role: Role;
  entity: BusinessEntity;
  permissions: readonly string[];
}
type Allows = (reader: MatrixReader, field: PlantedField) => boolean;

const byPermission: Allows = ({ permissions }) => hasPermission(permissions, 'PATIENTS_VIEW');
const inLab: Allows = (reader, field) =>
  byPermission(reader, field) || may(reader.role, 'lab/custody:update');
const onDevice: Allows = ({ role, entity }, field) => {
  if (field === 'specimen.patientMrn') return numbersMaterial({ role, entity, lab: DEFAULT_LAB });
  // Of a business that the lab serves, a device carries only what check-in compares.
  if (field === 'specimen.physician')
    return entity === DEFAULT_LAB.home && (may(role, 'patients:read') || may(role, 'lab/custody:update'));
  // The rules on a device compare whether two specimens are of one patient.
  return field === 'specimen.patientId' || field === 'specimen.collectedAt';
};
const inEvidence: Allows = (reader, field) =>
  byPermission(reader, field) && (field !== 'specimen.patientId' || may(reader.role, 'patients:read'));

/** Every route that carries a patient field, with its readers; the test compares the list with calls of all routes. */
export const CARRIERS: Readonly<Record<string, Allows>> = {
  '/api/lab/specimens': inLab,
  '/api/lab/specimens/:id': inLab,
  '/api/specimens': byPermission,
  '/api/specimens/:id': byPermission,
  '/api/orders/:id': byPermission,
  '/api/lab/orders/:id': byPermission,
  '/api/create-order/:id': byPermission,
  '/api/lab/orders/drafts/:id': byPermission,
  '/api/manifest/orders/:orderId': byPermission,
  '/api/internal/results': inEvidence,
  '/api/audit-log': byPermission,
  '/api/audit-log/:id': byPermission,
  '/api/audit-log/export': byPermission,
  '/api/events': byPermission,
  '/api/events/:id': byPermission,
  '/api/events/export': byPermission,
  '/api/lab/events': byPermission,
  '/api/lab/events/:id': byPermission,
  '/api/lab/events/export': byPermission,
  '/api/patients/:id': byPermission,
  '/api/patients/search': byPermission,
  '/api/sync/snapshot': onDevice,
  '/api/sync/feed': onDevice,
};
