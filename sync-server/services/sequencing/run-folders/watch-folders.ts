import { realpath } from 'node:fs/promises';
import { labOfFolders } from '#sync-server/config/run-folders.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { recordRunLife } from '#sync-server/services/sequencing/heartbeats.ts';
import { countQueued, queueFolder, readFingerprints } from './run-folder-rows.ts';
import {
  findRunFolders,
  fingerprintOf,
  flowCellOfFolder,
  lastChangeOf,
  listRunFiles,
} from './scan-folders.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now' | 'logger'>;

const MINUTE_MS = 60_000;

async function rootsOf({ env, logger }: Services): Promise<string[]> {
  const roots: string[] = [];
  for (const folder of env.RUN_FOLDERS)
    try {
      roots.push(await realpath(folder));
    } catch (error) {
      logger.warn({ err: error, folder }, 'a run folder cannot be opened');
    }
  return roots;
}

/**
 * Queue the run folders that are complete and new or changed: they hold a final summary, and no file changed for
 * some minutes. Returns how many folders wait to be read.
 */
export async function watchRunFolders(services: Services): Promise<number> {
  const { pool, env, now } = services;
  const lab = labOfFolders(env)?.id;
  if (lab === undefined) return 0;
  const known = await readFingerprints(pool, lab);
  const idleSince = now().getTime() - env.RUN_IDLE_MINUTES * MINUTE_MS;
  for (const root of await rootsOf(services))
    for (const { path, isComplete } of await findRunFolders(root)) {
      // Folders of earlier runs stay for months: reads and signals are listed only when something else changed.
      const fingerprint = fingerprintOf(await listRunFiles(path, true));
      if (known.get(path) === fingerprint) continue;
      const lastChange = lastChangeOf(await listRunFiles(path, false));
      await recordRunLife(services, flowCellOfFolder(path), new Date(lastChange));
      if (isComplete && lastChange <= idleSince) await queueFolder(pool, { lab, path, fingerprint }, now());
    }
  return countQueued(pool);
}
