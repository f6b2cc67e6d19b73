import { z } from 'zod';

/** The 20 kinds of material that the lab accepts. */
const SPECIMEN_TYPES = [
  'BUCCAL_SWAB',
  'WHOLE_BLOOD',
  'URINE',
  'NUCLEIC_ACID',
  'SALIVA',
  'PLASMA',
  'SERUM',
  'BUFFY_COAT',
  'DRIED_BLOOD_SPOT',
  'FRESH_TISSUE',
  'FROZEN_TISSUE',
  'FFPE_TISSUE',
  'BONE_MARROW',
  'CEREBROSPINAL_FLUID',
  'STOOL',
  'NASAL_SWAB',
  'CULTURED_CELLS',
  'MICROBIAL_CULTURE',
  'ENVIRONMENTAL',
  'OTHER',
] as const;
export const SpecimenType = z.enum(SPECIMEN_TYPES);
export type SpecimenType = z.infer<typeof SpecimenType>;

/** The screen text of each type. */
export const SPECIMEN_TYPE: Record<SpecimenType, string> = {
  BUCCAL_SWAB: 'Buccal swab',
  WHOLE_BLOOD: 'Whole blood',
  URINE: 'Urine',
  NUCLEIC_ACID: 'Nucleic acid',
  SALIVA: 'Saliva',
  PLASMA: 'Plasma',
  SERUM: 'Serum',
  BUFFY_COAT: 'Buffy coat',
  DRIED_BLOOD_SPOT: 'Dried blood spot',
  FRESH_TISSUE: 'Fresh tissue',
  FROZEN_TISSUE: 'Frozen tissue',
  FFPE_TISSUE: 'FFPE tissue',
  BONE_MARROW: 'Bone marrow',
  CEREBROSPINAL_FLUID: 'Cerebrospinal fluid',
  STOOL: 'Stool',
  NASAL_SWAB: 'Nasal swab',
  CULTURED_CELLS: 'Cultured cells',
  MICROBIAL_CULTURE: 'Microbial culture',
  ENVIRONMENTAL: 'Environmental',
  OTHER: 'Other',
};

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

/** Kinds of nucleic acid. */
const DNA_TYPES = [
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
