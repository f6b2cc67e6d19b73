import { z } from 'zod';

/** Kinds of nucleic acid. */
export const DNA_TYPES = [
  'CFDNA',
  'GDNA',
  'SSDNA',
  'CDNA',
  'MTDNA',
  'TOTAL_RNA',
  'MRNA',
  'RRNA_DEPLETED_RNA',
  'VIRAL_RNA',
  'PLASMID',
  'SHORT_AMPLICON',
  'LONG_AMPLICON',
  'OTHER',
] as const;
export const DnaType = z.enum(DNA_TYPES);
export type DnaType = z.infer<typeof DnaType>;

/** The screen text of each type. */
export const DNA_TYPE: Record<DnaType, string> = {
  CFDNA: 'cfDNA',
  GDNA: 'gDNA',
  SSDNA: 'ssDNA',
  CDNA: 'cDNA',
  MTDNA: 'mtDNA',
  TOTAL_RNA: 'Total RNA',
  MRNA: 'mRNA',
  RRNA_DEPLETED_RNA: 'rRNA-depleted RNA',
  VIRAL_RNA: 'Viral RNA',
  PLASMID: 'Plasmid',
  SHORT_AMPLICON: 'Short amplicon (< 1 kb)',
  LONG_AMPLICON: 'Long amplicon (1 kb or more)',
  OTHER: 'Other',
};
