import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fileStoreOf } from './file-store.ts';
import { type FilesQuery, listFiles } from './list-files.ts';

/** Return URLs of a record's files that this person may download now, each valid for 15 minutes. */
export async function fileLinks(
  services: Pick<AppServices, 'pool' | 'env' | 'now'>,
  session: Session,
  query: FilesQuery,
): Promise<{ rows: { id: string; title: string; size: number; url: string }[] }> {
  const { rows } = await listFiles(services, session, query);
  const store = fileStoreOf(services.env);
  const { userId } = session;
  return {
    rows: rows
      .filter(({ scanStatus, superseded, recalled }) => scanStatus === 'CLEAN' && !superseded && !recalled)
      .map(({ id, key, title, size }) => ({
        id,
        title,
        size,
        url: store.getUrl({ id, key, userId }, services.now()),
      })),
  };
}
