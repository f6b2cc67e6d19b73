import { z } from 'zod';
import { callApi } from './client.ts';

/** Gives a device the name by which people know it; it keeps it until it is renamed again. */
export const renameDevice = (id: string, name: string): Promise<unknown> =>
  callApi({ path: `/api/sync/devices/${id}`, method: 'PATCH', data: { name }, answer: z.unknown() });
