import { z } from 'zod';
import { readMeta, type SideStore, writeMeta } from '#pwa/replica/store/side-store.ts';

/** The feed position that this device has stored, and the generation of the server that it belongs to. */
export const FeedPosition = z.object({ generation: z.string(), cursor: z.int() });
export type FeedPosition = z.infer<typeof FeedPosition>;

/** Read the feed position; undefined before the first snapshot. */
export const readPosition = (side: SideStore): Promise<FeedPosition | undefined> =>
  readMeta(side, 'feed', FeedPosition);

/** Write the feed position; within one generation it never decreases. */
export async function writePosition(side: SideStore, next: FeedPosition): Promise<void> {
  await side.transaction('rw', side.meta, async () => {
    const before = await readPosition(side);
    if (before?.generation === next.generation && before.cursor >= next.cursor) return;
    await writeMeta(side, 'feed', next);
  });
}

const RELOAD = 'reloadDue';

/** Request a full reload. The position remains, so that settled work is not shown a second time. */
export const demandReload = (side: SideStore): Promise<void> => writeMeta(side, RELOAD, true);

/** Check whether a full reload is due; the request survives a restart of the app. */
export const isReloadDue = async (side: SideStore): Promise<boolean> =>
  (await readMeta(side, RELOAD, z.boolean())) === true;

/** Mark the full reload as done. */
export const reloaded = (side: SideStore): Promise<void> => side.meta.delete(RELOAD);
