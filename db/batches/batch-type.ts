import { z } from 'zod';

/** The four stages of lab work in the fixed order of a flow (domain 1). */
export const BATCH_TYPES = ['PREPARATION', 'EXTRACTION', 'LIBRARY_PREPARATION', 'SEQUENCING'] as const;
export const BatchType = z.enum(BATCH_TYPES);
export type BatchType = z.infer<typeof BatchType>;

/** The label, the letter in the batch's julianId, and the kind of sample that a batch of the type makes. */
export const BATCH_TYPE_FACTS: Record<
  BatchType,
  {
    label: string;
    letter: 'P' | 'E' | 'L' | 'S';
    output: 'ALIQUOT' | 'EXTRACT' | 'LIBRARY' | null;
    icon: string;
  }
> = {
  PREPARATION: { label: 'Sample preparation', letter: 'P', output: 'ALIQUOT', icon: 'pipette' },
  EXTRACTION: { label: 'Extraction', letter: 'E', output: 'EXTRACT', icon: 'flask-conical' },
  LIBRARY_PREPARATION: { label: 'Library preparation', letter: 'L', output: 'LIBRARY', icon: 'library' },
  SEQUENCING: { label: 'Sequencing', letter: 'S', output: null, icon: 'dna' },
};
