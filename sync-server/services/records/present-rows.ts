import { z } from 'zod';
import { hasPermission } from '#db/access/permissions.ts';
import { entityNamed } from '#db/catalogue.ts';
import { isPatientField, MASKED } from '#db/records/patient-fields.ts';

/** A row of a log in the response. */
export type LogRow = Record<string, unknown>;

const Json = z.record(z.string(), z.unknown()).catch({});

const maskRow = (value: unknown): unknown => {
  if (value === null) return null;
  return Array.isArray(value) ? value.map(maskRow) : MASKED;
};

/** Remove patient data from the changes of a row, or from the data of an event. */
function withoutPatients(table: string, values: unknown): Record<string, unknown> {
  const entries = Object.entries(Json.parse(values));
  return Object.fromEntries(
    entries.map(([field, value]) => [field, isPatientField(table, field) ? maskRow(value) : value]),
  );
}

const BY_LAB = new Set(['from', 'to']);

const HIDDEN_PERSON = { userId: null, userName: null, companyName: null, companyId: null, createdById: null };
const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Reduce an event for customers: the change, and its author only if they are their own people. */
function toShownRow(row: LogRow, companies: readonly string[]): LogRow {
  const own = companies.includes(String(row['companyId']));
  const data = Object.fromEntries(
    Object.entries(Json.parse(row['data'])).filter(
      // A change between two people would name staff.
      ([key, value]) => (BY_LAB.has(key) && !ID.test(String(value))) || (own && key === 'by'),
    ),
  );
  const person = own ? {} : HIDDEN_PERSON;
  return { ...row, ...person, data, deviceId: null, deviceName: null };
}

/** Present a row to this reader. */
export function presentRow(
  row: LogRow,
  reader: { permissions: readonly string[]; shownTo: readonly string[] | null },
): LogRow {
  const type = String(row['tableName'] ?? row['targetType'] ?? '');
  const table = entityNamed(type)?.table ?? type;
  const visibleRow = { ...row };
  if (!hasPermission(reader.permissions, 'PATIENTS_VIEW')) {
    if ('changes' in visibleRow) visibleRow['changes'] = withoutPatients(table, visibleRow['changes']);
    if ('data' in visibleRow) visibleRow['data'] = withoutPatients(table, visibleRow['data']);
  }
  return reader.shownTo ? toShownRow(visibleRow, reader.shownTo) : visibleRow;
}
