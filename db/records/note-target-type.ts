import { z } from 'zod';

/** The records that people write notes on (domain 6.8). */
export const NOTE_TARGET_TYPES = ['Order', 'Specimen', 'Sample', 'Batch', 'Project', 'Company'] as const;
export const NoteTargetType = z.enum(NOTE_TARGET_TYPES);
export type NoteTargetType = z.infer<typeof NoteTargetType>;

/** Records whose notes devices store: people read and write them at the bench, also without a network. */
export const BENCH_NOTED = ['Specimen', 'Sample', 'Batch'] as const satisfies readonly NoteTargetType[];
export type BenchNoted = (typeof BENCH_NOTED)[number];
