import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '#sync-server/postgres/cluster-files.ts';

/**
 * Return the secret that seals session cookies: AUTH_SECRET, or one that is created once in the data folder,
 * readable by its owner only.
 */
export function authSecret(env: { AUTH_SECRET?: string | undefined; DATA_DIR: string }): string {
  if (env.AUTH_SECRET) return env.AUTH_SECRET;
  const file = join(env.DATA_DIR, 'auth-secret');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    openDataFolder(env.DATA_DIR);
    const secret = randomBytes(33).toString('base64');
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  }
}
