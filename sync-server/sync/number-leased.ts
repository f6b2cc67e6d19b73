import type { ClientBase } from 'pg';
import { ENTITY_LETTER } from '#db/values/business-entity.ts';
import { type GivenNumber, parseGivenNumber } from '#db/values/julian-date.ts';
import { query } from '#sync-server/postgres/entity-store.ts';

// Numbers of a device stay covered when it continues under a new id, and after it returned its unused
// numbers.
const CHAIN = `WITH RECURSIVE chain AS (
  SELECT id, letters, replaces_id FROM device WHERE id = $1
  UNION SELECT d.id, d.letters, d.replaces_id FROM device d JOIN chain ON d.id = chain.replaces_id)`;

const LETTERS = `${CHAIN} SELECT unnest(letters) AS letter FROM chain`;
const LEASES = `${CHAIN} SELECT entity, series, lab_day::text AS "labDay", "from", "to" FROM number_lease
  WHERE device_id IN (SELECT id FROM chain) AND lab_day = ANY ($2::date[])`;

/** Find the first number that no lease or letter of the device covers; undefined if all are leased. */
export async function findUnleased(
  client: ClientBase,
  deviceId: string,
  numbers: readonly string[],
): Promise<string | undefined> {
  if (numbers.length === 0) return undefined;
  const parsed = numbers.map((number) => ({ number, parts: parseGivenNumber(number) }));
  const days = [...new Set(parsed.flatMap(({ parts }) => parts?.labDay ?? []))];
  const letters = new Set((await query(client, LETTERS, [deviceId])).rows.map((row) => row['letter']));
  const leases = (await query(client, LEASES, [deviceId, days])).rows;
  const isLeased = ({ series, entityLetter, labDay, sequence, letter }: GivenNumber): boolean =>
    letter === null
      ? leases.some(
          (lease) =>
            lease['series'] === series &&
            ENTITY_LETTER[lease['entity'] as keyof typeof ENTITY_LETTER] === entityLetter &&
            lease['labDay'] === labDay &&
            sequence !== null &&
            Number(lease['from']) <= sequence &&
            sequence <= Number(lease['to']),
        )
      : letters.has(letter);
  return parsed.find(({ parts }) => !parts || !isLeased(parts))?.number;
}
