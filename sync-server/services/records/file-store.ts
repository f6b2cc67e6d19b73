import path from 'node:path';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import type { Env } from '#sync-server/config/env.ts';
import { localFiles } from '#sync-server/integrations/files/local-files.ts';
import type { FileStore } from '#sync-server/integrations/files/port.ts';

const STORES = new WeakMap<object, FileStore>();

/** The file store that the settings choose; so far the server's own disk. */
export function fileStoreOf(env: Env): FileStore {
  let store = STORES.get(env);
  if (!store) {
    store = localFiles(path.join(env.DATA_DIR, 'files'), authSecret(env));
    STORES.set(env, store);
  }
  return store;
}
