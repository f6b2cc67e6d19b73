import { z } from 'zod';
import { instant, largeCount, text } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { ImportedRun } from './imported-run.ts';

const FOLDER_STATUSES = ['QUEUED', 'READING', 'IMPORTED', 'TO_ASSIGN', 'FAILED', 'CLOSED'] as const;
const FolderStatus = z.enum(FOLDER_STATUSES);
type FolderStatus = z.infer<typeof FolderStatus>;

/** The label and tone of each status of a folder. */
export const FOLDER_STATUS_DISPLAY: Record<FolderStatus, StatusDisplay> = {
  QUEUED: { label: 'Queued', rank: 0, tone: 'neutral' },
  READING: { label: 'Reading', rank: 1, tone: 'active' },
  TO_ASSIGN: { label: 'To assign', rank: 2, tone: 'warning' },
  FAILED: { label: 'Cannot be read', rank: 3, tone: 'bad' },
  IMPORTED: { label: 'Imported', rank: 4, tone: 'good' },
  CLOSED: { label: 'Closed', rank: 5, tone: 'quiet' },
};

/** A run of a folder that a person imports, and why the server did not. */
export const WaitingRun = z.strictObject({
  run: ImportedRun,
  notes: z.array(z.string()),
  reason: z.string(),
});
export type WaitingRun = z.infer<typeof WaitingRun>;

/** A folder of runs on a disk of the server. */
export const RunFolder = z.object({
  id: Id,
  path: z.string(),
  status: FolderStatus,
  /** Why it is not imported. */
  reason: z.string().nullable(),
  runs: z.array(WaitingRun),
  bytesDone: largeCount,
  bytesTotal: largeCount,
  foundAt: instant,
  updatedAt: instant,
});
export type RunFolder = z.infer<typeof RunFolder>;

/** The folders with something left to do, and whether the server looks for new ones. */
export const RunFolders = z.object({ isWatched: z.boolean(), folders: z.array(RunFolder) });
export const FolderName = text.trim().min(1);
