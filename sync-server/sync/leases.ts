import type { ClientBase } from 'pg';
import { ulid } from 'ulid';
import type { Lab } from '#db/access/lab.ts';
import type { Actor } from '#db/operation.ts';
import { ON_HAND_FROM } from '#db/specimens/number-on-hand.ts';
import type { NumberLeaseGrant } from '#db/sync/wire.ts';
import { ENTITY_LETTER } from '#db/values/business-entity.ts';
import { type GivenNumber, julianDay, parseGivenNumber } from '#db/values/julian-date.ts';
import { query } from '#sync-server/postgres/entity-store.ts';

// Numbers of a device stay covered when it continues under a new id, and after it returned its unused
// numbers.
const CHAIN = `WITH RECURSIVE chain AS (
  SELECT id, letters, replaces_id FROM device WHERE id = $1 AND (lab = $2) IS TRUE
  UNION SELECT d.id, d.letters, d.replaces_id FROM device d JOIN chain ON d.id = chain.replaces_id
    WHERE (d.lab = $2) IS TRUE)`;

const LETTERS = `${CHAIN} SELECT unnest(letters) AS letter FROM chain`;
const LEASES = `${CHAIN} SELECT series, lab_day::text AS "labDay", "from", "to" FROM number_lease
  WHERE device_id IN (SELECT id FROM chain) AND lab_day = ANY ($3::date[]) AND (lab = $2) IS TRUE`;

const isServed = ({ entities }: Lab, entityLetter: string): boolean =>
  entities.some((entity) => ENTITY_LETTER[entity] === entityLetter);

/** Find the first number that no lease or letter of the device covers; undefined if all are leased. */
export async function findUnleased(
  client: ClientBase,
  lab: Lab,
  deviceId: string,
  numbers: readonly string[],
): Promise<string | undefined> {
  if (numbers.length === 0) return undefined;
  const parsed = numbers.map((number) => ({ number, parts: parseGivenNumber(number) }));
  const days = [...new Set(parsed.flatMap(({ parts }) => parts?.labDay ?? []))];
  const letters = new Set(
    (await query(client, LETTERS, [deviceId, lab.id])).rows.map((row) => row['letter']),
  );
  const leases = (await query(client, LEASES, [deviceId, lab.id, days])).rows;
  const isLeased = ({ series, entityLetter, labDay, sequence, letter }: GivenNumber): boolean =>
    letter === null
      ? leases.some(
          (lease) =>
            lease['series'] === series &&
            // A lab has one series: the letter names the business entity of the specimen.
            isServed(lab, entityLetter) &&
            lease['labDay'] === labDay &&
            sequence !== null &&
            Number(lease['from']) <= sequence &&
            sequence <= Number(lease['to']),
        )
      : letters.has(letter);
  return parsed.find(({ parts }) => !parts || !isLeased(parts))?.number;
}

type Series = NumberLeaseGrant['series'];

/** Block size and end of each number series (domain 5.2). */
const SERIES: Record<Series, { block: number; last: number }> = {
  // The highest numbers are for material that no device receives.
  SPECIMEN: { block: 50, last: ON_HAND_FROM - 1 },
  ACCESSION_GROUP: { block: 5, last: 99 },
};
/** A device gets another block when less than this share of its numbers is left. */
const RENEW_BELOW = 0.2;

/** The lab of a device's leases, and the business entity that new ones are recorded for. */
type LeaseOwner = Pick<Actor, 'lab' | 'entity'>;

/** The beginnings of a day's numbers, by the letters of the business entities that the lab serves. */
const stemsOf = ({ entities }: Lab, prefix: string, day: string): string[] =>
  entities.map((entity) => `${prefix}${ENTITY_LETTER[entity]}${julianDay(day)}-%`);

/** Add days to a calendar date. */
function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const lease = (row: Record<string, unknown>): NumberLeaseGrant => row as NumberLeaseGrant;
const COLUMNS = `id, entity, series, lab_day AS "labDay", "from", "to"`;

/** Return the highest number of a day that was used, as far as the server knows. */
async function highestUsed(
  client: ClientBase,
  owner: LeaseOwner,
  series: Series,
  day: string,
  currentLease: NumberLeaseGrant,
) {
  const stems = stemsOf(owner.lab, series === 'ACCESSION_GROUP' ? 'AG-' : '', day);
  const [table, column] =
    series === 'SPECIMEN' ? ['specimen', 'julian_id'] : ['accession_group', 'group_number'];
  const text = `SELECT max(substring(${column} FROM '-(\\d+)$')::int) AS used FROM ${table}
    WHERE lab = $1 AND ${column} LIKE ANY ($2) AND substring(${column} FROM '-(\\d+)$')::int BETWEEN $3 AND $4`;
  const { rows } = await query(client, text, [owner.lab.id, stems, currentLease.from, currentLease.to]);
  return Number(rows[0]?.['used'] ?? currentLease.from - 1);
}

async function grant(client: ClientBase, deviceId: string, owner: LeaseOwner, series: Series, day: string) {
  const { block, last } = SERIES[series];
  const text = `INSERT INTO number_lease (id, device_id, entity, series, lab_day, "from", "to")
    SELECT $1, $2, $3, $4, $5, next, next + $6 - 1 FROM (
      SELECT coalesce(max("to"), 0) + 1 AS next FROM number_lease WHERE lab = $8 AND series = $4 AND lab_day = $5) AS free
    WHERE next + $6 - 1 <= $7 RETURNING ${COLUMNS}`;
  const { rows } = await query(client, text, [
    ulid(),
    deviceId,
    owner.entity,
    series,
    day,
    block,
    last,
    owner.lab.id,
  ]);
  if (rows.length > 0) return rows.map(lease);
  return grantReleased(client, deviceId, owner, series, day);
}

/**
 * Return the highest used number of a block; a tube without a specimen has its number only in its barcode.
 */
async function highestLabel(
  client: ClientBase,
  owner: LeaseOwner,
  series: Series,
  day: string,
  currentLease: NumberLeaseGrant,
): Promise<number> {
  const lastUsed = await highestUsed(client, owner, series, day, currentLease);
  if (series !== 'SPECIMEN') return lastUsed;
  const stems = stemsOf(owner.lab, '', day);
  const text = `SELECT max(substring(barcode FROM '^\\w+-(\\d{4})-')::int) AS used FROM sample
    WHERE lab = $1 AND barcode LIKE ANY ($2) AND substring(barcode FROM '^\\w+-(\\d{4})-')::int BETWEEN $3 AND $4`;
  const { rows } = await query(client, text, [owner.lab.id, stems, currentLease.from, currentLease.to]);
  return Math.max(lastUsed, Number(rows[0]?.['used'] ?? 0));
}

/**
 * Reuse numbers that another device returned, only on a day without other numbers, so that no two labels are
 * equal.
 */
async function grantReleased(
  client: ClientBase,
  deviceId: string,
  owner: LeaseOwner,
  series: Series,
  day: string,
): Promise<NumberLeaseGrant[]> {
  const text = `SELECT ${COLUMNS} FROM number_lease WHERE lab = $1 AND series = $2 AND lab_day = $3
    AND released_at IS NOT NULL AND device_id <> $4 ORDER BY "from"`;
  for (const released of (await query(client, text, [owner.lab.id, series, day, deviceId])).rows.map(lease)) {
    const lastUsed = await highestLabel(client, owner, series, day, released);
    if (lastUsed >= released.to) continue;
    const rest =
      lastUsed < released.from
        ? 'DELETE FROM number_lease WHERE id = $1 AND $2::int IS NOT NULL AND (lab = $3) IS TRUE'
        : 'UPDATE number_lease SET "to" = $2 WHERE id = $1 AND (lab = $3) IS TRUE';
    await query(client, rest, [released.id, lastUsed, owner.lab.id]);
    const insert = `INSERT INTO number_lease (id, device_id, entity, series, lab_day, "from", "to")
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`;
    const values = [ulid(), deviceId, owner.entity, series, day, lastUsed + 1, released.to];
    return (await query(client, insert, values)).rows.map(lease);
  }
  return [];
}

async function leasesOf(
  client: ClientBase,
  deviceId: string,
  owner: LeaseOwner,
  series: Series,
  day: string,
) {
  const text = `SELECT ${COLUMNS} FROM number_lease WHERE device_id = $1 AND series = $2 AND lab_day = $3
    AND released_at IS NULL AND (lab = $4) IS TRUE ORDER BY "from"`;
  const currentLease = (await query(client, text, [deviceId, series, day, owner.lab.id])).rows.map(lease);
  const newest = currentLease.at(-1);
  if (newest) {
    const remaining = newest.to - (await highestUsed(client, owner, series, day, newest));
    if (remaining > SERIES[series].block * RENEW_BELOW) return currentLease;
  }
  return [...currentLease, ...(await grant(client, deviceId, owner, series, day))];
}

/**
 * Return the device's blocks for today and the next two lab days; a nearly used block gets a successor. The
 * caller holds the lab's head, so no two devices get the same numbers. A day without free numbers returns
 * none: the device then uses its offline letter.
 */
export async function renewLeases(
  client: ClientBase,
  deviceId: string,
  owner: LeaseOwner,
  today: string,
): Promise<NumberLeaseGrant[]> {
  const leases: NumberLeaseGrant[] = [];
  for (const days of [0, 1, 2]) {
    for (const series of ['SPECIMEN', 'ACCESSION_GROUP'] as const) {
      leases.push(...(await leasesOf(client, deviceId, owner, series, addDays(today, days))));
    }
  }
  return leases;
}
