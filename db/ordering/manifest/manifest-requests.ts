import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { MANIFEST_MODES } from './load-manifest-context.ts';
import { MAX_ROWS } from './manifest-columns.ts';
import { ManifestFault } from './manifest-fault.ts';
import { ManifestRow } from './manifest-row.ts';

/** How a list of specimens is sent: to which order, and whether it replaces the rows that are there. */
export const ManifestListQuery = z.strictObject({
  orderId: Id,
  mode: z.enum(MANIFEST_MODES).default('replace'),
  /** `1` checks only. */
  dryRun: z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
  /** The mark of the rows that the person has seen; others are not overwritten. */
  seen: z.string().max(64).nullable().default(null),
});

/** Typed rows. */
export const ManifestRows = z.strictObject({ rows: z.array(ManifestRow).min(1).max(MAX_ROWS) });

/** One row to check; `specimenId` names the row of the order that it would replace. */
export const SpecimenCheck = z.strictObject({
  orderId: Id,
  row: ManifestRow,
  specimenId: Id.nullable().default(null),
});

/** What a check has found. */
export const SpecimenFindings = z.object({
  faults: z.array(ManifestFault),
  warnings: z.array(ManifestFault),
});
