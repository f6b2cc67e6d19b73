import { z } from 'zod';
import { maskChanges } from '#sync-server/services/patients/mask-patients.ts';

/** A row of a log in the response. */
export type LogRow = Record<string, unknown>;

const Json = z.record(z.string(), z.unknown()).catch({});

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
  const visibleRow = { ...row };
  for (const field of ['changes', 'data'])
    if (field in visibleRow) visibleRow[field] = maskChanges(reader, type, visibleRow[field]);
  return reader.shownTo ? toShownRow(visibleRow, reader.shownTo) : visibleRow;
}
