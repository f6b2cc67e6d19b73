import type { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { RunFolder, RunFolders } from '#db/sequencing/runs/run-folder.ts';
import { labOfFolders } from '#sync-server/config/run-folders.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { queueTask } from '#sync-server/jobs/job-queue.ts';
import { importRunFolders } from '#sync-server/jobs/tasks/sequencing-tasks.ts';
import { closeFolder, queueFolder, readFolder, readOpenFolders } from './run-folder-rows.ts';
import { fingerprintOf, listRunFiles, resolveRunFolder } from './scan-folders.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

const isWatched = ({ env }: Services, session: Session): boolean =>
  env.RUN_FOLDERS.length > 0 && labOfFolders(env)?.id === session.lab.id;

/** List the run folders of the caller's lab with something left to do. */
export async function listRunFolders(
  services: Services,
  session: Session,
): Promise<z.infer<typeof RunFolders>> {
  return {
    isWatched: isWatched(services, session),
    folders: await readOpenFolders(services.pool, session.lab.id),
  };
}

/** Queue a folder below RUN_FOLDERS to be read now. */
export async function queueRunFolder(services: Services, session: Session, name: string): Promise<RunFolder> {
  const { pool, env, now } = services;
  const path = isWatched(services, session) ? await resolveRunFolder(env.RUN_FOLDERS, name) : null;
  if (path === null)
    throw refuse('NO_RUN_FOLDER', `There is no folder ${name} in RUN_FOLDERS of the server. Check its path.`);
  const fingerprint = fingerprintOf(await listRunFiles(path, true));
  const row = await queueFolder(pool, { lab: session.lab.id, path, fingerprint }, now());
  if (!row) throw refuse('FOLDER_IN_USE', 'The folder is being read. Wait until it is done.');
  await queueTask(pool, importRunFolders);
  return row;
}

/** Cancel the reading of a folder, or close one that nobody will import. */
export async function closeRunFolder(
  { pool, now }: Services,
  session: Session,
  id: string,
  reason: string,
): Promise<RunFolder> {
  const text = `Closed by ${session.name}: ${reason}`;
  await closeFolder(pool, { lab: session.lab.id, id, reason: text }, now());
  const row = await readFolder(pool, session.lab.id, id);
  if (!row) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return row;
}
