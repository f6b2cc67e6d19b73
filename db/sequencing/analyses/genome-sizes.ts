import type { SourceSpecies } from '#db/specimens/specimen-material.ts';

/**
 * The haploid genome size of each species in bases, as the total length of its reference assembly in NCBI
 * Datasets; null where the material has no single genome. A coverage is the passed bases divided by it.
 */
export const GENOME_SIZES: Record<SourceSpecies, number | null> = {
  // T2T-CHM13v2.0, GCF_009914755.1
  HOMO_SAPIENS: 3_117_292_070,
  // GRCm39, GCF_000001635.27
  MUS_MUSCULUS: 2_728_222_451,
  // GRCz11, GCF_000002035.6
  DANIO_RERIO: 1_373_471_384,
  // B31, GCF_000008685.2: the chromosome and its plasmids
  BORRELIA_BURGDORFERI: 1_521_208,
  // Phage lambda, NC_001416.1
  LAMBDA: 48_502,
  // Sscrofa11.1, GCF_000003025.6
  SUS_SCROFA: 2_501_912_388,
  // bGalGal1.mat.broiler.GRCg7b, GCF_016699485.2
  GALLUS_GALLUS: 1_053_332_251,
  // WBcel235, GCF_000002985.6
  CAENORHABDITIS_ELEGANS: 100_286_401,
  // Release 6 plus ISO1 MT, GCF_000001215.4
  DROSOPHILA_MELANOGASTER: 143_726_002,
  PORIFERA: null,
  SYNTHETIC_NUCLEIC_ACIDS: null,
  OTHER: null,
};

/** Return the genome size of a species in bases; null without one. */
export const genomeSizeOf = (species: SourceSpecies | null): number | null =>
  species === null ? null : GENOME_SIZES[species];
