import type { Pool } from 'pg';
import type { Lab } from '#db/access/lab.ts';

/**
 * Record which lab serves which business entity, as configured. Run by the role that owns the tables. Returns true
 * when that changed: then rows have moved and every lab has a new generation, so that devices load again; what
 * they have not sent stays in their outboxes.
 */
export async function assignLabs(owner: Pool, labs: readonly Lab[]): Promise<boolean> {
  const { rows } = await owner.query<{ changed: boolean }>('SELECT assign_labs($1) AS changed', [
    JSON.stringify(labs),
  ]);
  return rows[0]?.changed === true;
}
