import { z } from 'zod';

/** Species that material may come from. */
export const SOURCE_SPECIES_LIST = [
  'HOMO_SAPIENS',
  'MUS_MUSCULUS',
  'DANIO_RERIO',
  'BORRELIA_BURGDORFERI',
  'LAMBDA',
  'SUS_SCROFA',
  'GALLUS_GALLUS',
  'CAENORHABDITIS_ELEGANS',
  'DROSOPHILA_MELANOGASTER',
  'PORIFERA',
  'SYNTHETIC_NUCLEIC_ACIDS',
  'OTHER',
] as const;
export const SourceSpecies = z.enum(SOURCE_SPECIES_LIST);
export type SourceSpecies = z.infer<typeof SourceSpecies>;

/** The screen text of each species. */
export const SOURCE_SPECIES: Record<SourceSpecies, string> = {
  HOMO_SAPIENS: 'Homo sapiens',
  MUS_MUSCULUS: 'Mus musculus',
  DANIO_RERIO: 'Danio rerio',
  BORRELIA_BURGDORFERI: 'Borrelia burgdorferi',
  LAMBDA: 'Lambda',
  SUS_SCROFA: 'Sus scrofa',
  GALLUS_GALLUS: 'Gallus gallus',
  CAENORHABDITIS_ELEGANS: 'Caenorhabditis elegans',
  DROSOPHILA_MELANOGASTER: 'Drosophila melanogaster',
  PORIFERA: 'Porifera',
  SYNTHETIC_NUCLEIC_ACIDS: 'Synthetic nucleic acids',
  OTHER: 'Other',
};
