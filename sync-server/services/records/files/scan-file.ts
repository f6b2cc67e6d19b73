import { s3File } from '#db/records/files/s3-file.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { Env } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { clamdScanner } from '#sync-server/integrations/virus-scan/clamd-scanner.ts';
import { builtinScanner, type VirusScanner } from '#sync-server/integrations/virus-scan/virus-scanner.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { fileStoreOf } from './file-store-of.ts';

/** Return the configured scanner: always the built-in one, followed by a clamd if configured. */
function scannerOf({ CLAMD_URL }: Pick<Env, 'CLAMD_URL'>): VirusScanner {
  if (CLAMD_URL === undefined) return builtinScanner;
  const clamd = clamdScanner(new URL(CLAMD_URL));
  return {
    findingOf: async (file) => (await builtinScanner.findingOf(file)) ?? (await clamd.findingOf(file)),
  };
}

/** Scan one stored file and record the result; throws if the scanner failed. */
export async function scanFile(
  { pool, env, now, logger }: Pick<AppServices, 'pool' | 'env' | 'now' | 'logger'>,
  file: { id: string; title: string; key: string; size: number; entity: BusinessEntity },
): Promise<void> {
  const store = fileStoreOf(env);
  const { title, size } = file;
  const finding = await scannerOf(env).findingOf({ title, size, open: () => store.read(file.key) });
  await writeAsSystem(pool, file.entity, { now: now(), timeZone: env.LAB_TIMEZONE }, async (tx) => {
    const row = await tx.get(s3File, file.id);
    if (row?.status !== 'STORED' || row.deleted || row.scanStatus !== 'WAITING') return;
    await tx.patch(s3File, file.id, {
      scanStatus: finding === null ? 'CLEAN' : 'QUARANTINED',
      scanFinding: finding,
    });
  });
  if (finding !== null) logger.warn({ fileId: file.id, finding }, 'a file is held back');
}
