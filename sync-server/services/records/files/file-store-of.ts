import path from 'node:path';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import type { Env } from '#sync-server/config/env.ts';
import { type FileStore, localFiles } from '#sync-server/integrations/files/file-store.ts';
import { supabaseFiles } from '#sync-server/integrations/files/supabase-files.ts';

const STORES = new WeakMap<object, FileStore>();

function chosenStore(env: Env): FileStore {
  const { SUPABASE_URL: url, SUPABASE_SERVICE_KEY: serviceKey } = env;
  return url !== undefined && serviceKey !== undefined
    ? supabaseFiles({ url, serviceKey }, authSecret(env))
    : localFiles(path.join(env.DATA_DIR, 'files'), authSecret(env));
}

/** Return the configured file store: Supabase Storage, or the server's own disk. */
export function fileStoreOf(env: Env): FileStore {
  let store = STORES.get(env);
  if (!store) {
    store = chosenStore(env);
    STORES.set(env, store);
  }
  return store;
}
