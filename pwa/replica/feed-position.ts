import { z } from 'zod';
import { readMeta, type SideStore, writeMeta } from './side-store.ts';

/** How far this device has stored the feed, and of which history of the server. */
export const FeedPosition = z.object({ generation: z.string(), cursor: z.int() });
export type FeedPosition = z.infer<typeof FeedPosition>;

/** Where the feed stands, or undefined before the first snapshot. */
export const readPosition = (side: SideStore): Promise<FeedPosition | undefined> =>
  readMeta(side, 'feed', FeedPosition);

/** Writes where the feed stands; within one generation it never goes back. */
export async function writePosition(side: SideStore, next: FeedPosition): Promise<void> {
  await side.transaction('rw', side.meta, async () => {
    const before = await readPosition(side);
    if (before?.generation === next.generation && before.cursor >= next.cursor) return;
    await writeMeta(side, 'feed', next);
  });
}

const RELOAD = 'reloadDue';

/** Asks for everything to be loaded again. The position stays, so that settled work is not shown a second time. */
export const demandReload = (side: SideStore): Promise<void> => writeMeta(side, RELOAD, true);

/** Must everything be loaded again? It survives a restart of the app. */
export const isReloadDue = async (side: SideStore): Promise<boolean> =>
  (await readMeta(side, RELOAD, z.boolean())) === true;

/** Everything has been loaded again. */
export const reloaded = (side: SideStore): Promise<void> => side.meta.delete(RELOAD);
