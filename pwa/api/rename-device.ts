import { renameDevice as renameCall } from '#db/api/sync.ts';
import { call } from './call.ts';

/** Rename a device; it keeps the name until it is renamed again. */
export const renameDevice = (id: string, name: string): Promise<unknown> =>
  call(renameCall, { params: { id }, body: { name } });
