import type { Pool } from 'pg';
import { z } from 'zod';
import type { LogRow } from './present-rows.ts';

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const Json = z.record(z.string(), z.unknown());
const ENDS = ['from', 'to'] as const;

/** Replace person ids in events (for instance an assignee of a section) with names. */
export async function withPeopleNamed(
  pool: Pool,
  tenant: string,
  rows: readonly LogRow[],
): Promise<LogRow[]> {
  const datas = rows.map((row) => Json.safeParse(row['data']).data);
  const ids = new Set(
    datas.flatMap((data) => ENDS.map((end) => String(data?.[end] ?? '')).filter((text) => ULID.test(text))),
  );
  if (ids.size === 0) return [...rows];
  const { rows: people } = await pool.query<{ id: string; name: string }>(
    `SELECT DISTINCT u.id, coalesce(u.name, u.first_name || ' ' || u.last_name) AS name FROM "user" u
       JOIN user_company uc ON uc.user_id = u.id WHERE u.id = ANY ($1) AND uc.entity = $2`,
    [[...ids], tenant],
  );
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row, at) => {
    const data = datas[at];
    if (!data) return row;
    const endNames = ENDS.flatMap((end) => {
      const name = names.get(String(data[end]));
      return name === undefined ? [] : [[end, name]];
    });
    return endNames.length === 0 ? row : { ...row, data: { ...data, ...Object.fromEntries(endNames) } };
  });
}
