import {
  DNA_TYPE,
  type DnaType,
  SOURCE_SPECIES,
  type SourceSpecies,
  SPECIMEN_TYPE,
  type SpecimenType,
} from '#db/specimens/specimen-material.ts';
import type { Choices } from './choice-cell.ts';

/** The manifest labels of species. */
export const SPECIES_CHOICES: Choices<SourceSpecies> = {
  labels: SOURCE_SPECIES,
  unknown: 'Unknown species.',
  everyday: {
    human: 'HOMO_SAPIENS',
    hsapiens: 'HOMO_SAPIENS',
    hs: 'HOMO_SAPIENS',
    mensch: 'HOMO_SAPIENS',
    mouse: 'MUS_MUSCULUS',
    murine: 'MUS_MUSCULUS',
    maus: 'MUS_MUSCULUS',
    mmusculus: 'MUS_MUSCULUS',
    zebrafish: 'DANIO_RERIO',
    lyme: 'BORRELIA_BURGDORFERI',
    phagelambda: 'LAMBDA',
    pig: 'SUS_SCROFA',
    chicken: 'GALLUS_GALLUS',
    worm: 'CAENORHABDITIS_ELEGANS',
    celegans: 'CAENORHABDITIS_ELEGANS',
    fly: 'DROSOPHILA_MELANOGASTER',
    fruitfly: 'DROSOPHILA_MELANOGASTER',
    drosophila: 'DROSOPHILA_MELANOGASTER',
    sponge: 'PORIFERA',
    synthetic: 'SYNTHETIC_NUCLEIC_ACIDS',
  },
};

/** The manifest labels of specimen types. */
export const TYPE_CHOICES: Choices<SpecimenType> = {
  labels: SPECIMEN_TYPE,
  unknown: 'Unknown specimen type.',
  everyday: {
    dna: 'NUCLEIC_ACID',
    rna: 'NUCLEIC_ACID',
    gdna: 'NUCLEIC_ACID',
    genomicdna: 'NUCLEIC_ACID',
    hmwdna: 'NUCLEIC_ACID',
    cfdna: 'NUCLEIC_ACID',
    cdna: 'NUCLEIC_ACID',
    totalrna: 'NUCLEIC_ACID',
    mrna: 'NUCLEIC_ACID',
    plasmid: 'NUCLEIC_ACID',
    amplicon: 'NUCLEIC_ACID',
    pcrproduct: 'NUCLEIC_ACID',
    extracteddna: 'NUCLEIC_ACID',
    blood: 'WHOLE_BLOOD',
    swab: 'BUCCAL_SWAB',
    cheekswab: 'BUCCAL_SWAB',
    ffpe: 'FFPE_TISSUE',
    tissue: 'FRESH_TISSUE',
    csf: 'CEREBROSPINAL_FLUID',
    cells: 'CULTURED_CELLS',
    feces: 'STOOL',
    spit: 'SALIVA',
    dbs: 'DRIED_BLOOD_SPOT',
  },
};

/** The manifest labels of nucleic acid types. */
export const DNA_CHOICES: Choices<DnaType> = {
  labels: DNA_TYPE,
  unknown: 'Unknown DNA type.',
  everyday: {
    dna: 'GDNA',
    genomicdna: 'GDNA',
    genomic: 'GDNA',
    hmwdna: 'GDNA',
    cellfreedna: 'CFDNA',
    mitochondrialdna: 'MTDNA',
    rna: 'TOTAL_RNA',
    amplicon: 'SHORT_AMPLICON',
    pcrproduct: 'SHORT_AMPLICON',
  },
};
