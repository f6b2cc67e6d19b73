import { realpath } from 'node:fs/promises';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { countQueued, queueFolder, readFingerprints } from './run-folder-rows.ts';
import { findRunFolders, fingerprintOf, lastChangeOf, listRunFiles } from './scan-folders.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now' | 'logger'>;

const MINUTE_MS = 60_000;

/** Return the lab whose sequencers write into the run folders: the first. */
export const labOfFolders = ({ LAB_SERVES }: AppServices['env']): string => LAB_SERVES[0]?.id ?? '';

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
  const lab = labOfFolders(env);
  const known = await readFingerprints(pool, lab);
  const idleSince = now().getTime() - env.RUN_IDLE_MINUTES * MINUTE_MS;
  for (const root of await rootsOf(services))
    for (const folder of await findRunFolders(root)) {
      // Folders of earlier runs stay for months: reads and signals are listed only when something else changed.
      const fingerprint = fingerprintOf(await listRunFiles(folder, true));
      if (known.get(folder) === fingerprint) continue;
      if (lastChangeOf(await listRunFiles(folder, false)) > idleSince) continue;
      await queueFolder(pool, { lab, path: folder, fingerprint }, now());
    }
  return countQueued(pool);
}
