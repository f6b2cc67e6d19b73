import { z } from 'zod';

/** The 20 kinds of material that the lab accepts. */
export const SPECIMEN_TYPES = [
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
