import { z } from 'zod';
import { callApi } from './client.ts';

/** Rename a device; it keeps the name until it is renamed again. */
export const renameDevice = (id: string, name: string): Promise<unknown> =>
  callApi({ path: `/api/sync/devices/${id}`, method: 'PATCH', data: { name }, answer: z.unknown() });
