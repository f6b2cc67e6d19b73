import path from 'node:path';
import type { Env } from '#sync-server/config/env.ts';
import { PartsFolder } from '#sync-server/integrations/files/parts-folder.ts';

/** Return the folder of incomplete uploads: on this server's disk, whatever the store. */
export const partsOfUploads = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): PartsFolder =>
  new PartsFolder(path.join(DATA_DIR, 'files', 'parts'));
