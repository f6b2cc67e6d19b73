import { expect } from '@playwright/test';
import type pg from 'pg';

const NEWEST =
  'SELECT text FROM email WHERE "to" = $1 AND kind = $2 ORDER BY created_at DESC, id DESC LIMIT 1';

/**
 * Return the path, with its secret, of the link in the newest email of a kind to an address; waits until it
 * was written.
 */
export async function mailedLink(pool: pg.Pool, to: string, kind: string): Promise<string> {
  let path = '';
  await expect
    .poll(
      async () => {
        const { rows } = await pool.query<{ text: string }>(NEWEST, [to, kind]);
        path = /https?:\/\/[^/\s]+(\/\S*#token=\S+)/.exec(rows[0]?.text ?? '')?.[1] ?? '';
        return path;
      },
      { message: `an email ${kind} to ${to}` },
    )
    .not.toBe('');
  return path;
}
