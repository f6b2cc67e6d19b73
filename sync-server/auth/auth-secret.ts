import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret that seals session cookies: AUTH_SECRET, else one made once and kept in the data folder, readable by its owner only. */
export function authSecret(env: { AUTH_SECRET?: string | undefined; DATA_DIR: string }): string {
  if (env.AUTH_SECRET) return env.AUTH_SECRET;
  const file = join(env.DATA_DIR, 'auth-secret');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    mkdirSync(env.DATA_DIR, { recursive: true });
    const secret = randomBytes(33).toString('base64');
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  }
}
