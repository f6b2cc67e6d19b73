import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import type { Role } from '#db/access/roles.ts';
import { CATALOGUE } from '#db/entities.ts';
import {
  identifiesPatient,
  isPatientField,
  MASKED,
  type PatientFieldsOwner,
} from '#db/records/patient-fields.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { isRecordNumberCompared } from '#db/specimens/specimen-record-number.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** The parts of a session that decide whether patients are shown. */
export interface PatientReader {
  role: Role;
  permissions: readonly string[];
}

type Permissions = Pick<PatientReader, 'permissions'>;

/** Report whether the reader's permissions show patients. */
const seesPatients = ({ permissions }: Permissions): boolean => hasPermission(permissions, 'PATIENTS_VIEW');

/** Report whether the lab's own lists show patients: the bench compares two identifiers with the tube. */
const seesPatientsInLab = (reader: PatientReader): boolean =>
  seesPatients(reader) || may(reader.role, 'lab/custody:update');

function withoutPatient<Row extends object>(entity: PatientFieldsOwner, row: Row): Row {
  const fields = Object.keys(row).filter((field) => isPatientField(entity, field));
  return { ...row, ...Object.fromEntries(fields.map((field) => [field, null])) };
}

/** Clear the patient fields of a row unless the reader has PATIENTS_VIEW. */
export const maskRow = <Row extends object>(
  reader: Permissions,
  entity: PatientFieldsOwner,
  row: Row,
): Row => (seesPatients(reader) ? row : withoutPatient(entity, row));

/** Clear the patient fields of a row for readers of the lab's own lists. */
export const maskLabRow = <Row extends object>(
  reader: PatientReader,
  entity: PatientFieldsOwner,
  row: Row,
): Row => (seesPatientsInLab(reader) ? row : withoutPatient(entity, row));

/** Remove the columns of a file that have data about a patient. */
export const maskColumns = <Column extends { field: string }>(
  reader: Permissions,
  entity: PatientFieldsOwner,
  columns: readonly Column[],
): Column[] => columns.filter(({ field }) => seesPatients(reader) || !isPatientField(entity, field));

/** Mask the text of one field; an empty text stays empty. */
export const maskText = (
  reader: Permissions,
  entity: PatientFieldsOwner,
  field: string,
  text: string,
): string => (text === '' || seesPatients(reader) || !isPatientField(entity, field) ? text : MASKED);

const Json = z.record(z.string(), z.unknown()).catch({});

const maskValue = (value: unknown): unknown => {
  if (value === null) return null;
  return Array.isArray(value) ? value.map(maskValue) : MASKED;
};

/** Mask the changes of a row, or the data of an event; `type` is the entity or the table that a log names. */
export function maskChanges(reader: Permissions, type: string, values: unknown): unknown {
  if (seesPatients(reader)) return values;
  const entity = CATALOGUE.find(({ name, table }) => name === type || table === type) ?? {};
  const entries = Object.entries(Json.parse(values));
  return Object.fromEntries(
    entries.map(([field, value]) => [field, isPatientField(entity, field) ? maskValue(value) : value]),
  );
}

/** The person whose device stores documents; `bench` is true for roles that receive material. */
export interface DeviceReader {
  role: Role;
  bench: boolean;
  /** The business entity to which the lab of the device belongs. */
  home: BusinessEntity;
}

type StoredRow = { entity?: unknown; receivedAt?: unknown; status?: unknown };

function isStored(reader: DeviceReader, entity: PatientFieldsOwner, field: string, row: StoredRow): boolean {
  if (!identifiesPatient(entity, field)) return true;
  if (!may(reader.role, 'patients:read') && !may(reader.role, 'lab/custody:update')) return false;
  if (entity !== specimen) return true;
  // Of another business a device carries only the number that check-in compares, until the receipt (domain-lab 10).
  if (row.entity !== reader.home) return field === 'patientMrn' && reader.bench && row.receivedAt === null;
  // Record numbers go only to roles that receive, and only until the material is received.
  return field !== 'patientMrn' || (reader.bench && isRecordNumberCompared(row));
}

/** Mask the identifying fields of a document: the rules of the device still see that a value exists. */
export function maskDocument<Row extends object>(
  reader: DeviceReader,
  entity: PatientFieldsOwner,
  row: Row,
): Row {
  if (!entity.patientFields) return row;
  const hiddenEntries = Object.entries(row).filter(
    ([field, value]) => value !== null && !isStored(reader, entity, field, row),
  );
  return { ...row, ...Object.fromEntries(hiddenEntries.map(([field]) => [field, MASKED])) };
}
