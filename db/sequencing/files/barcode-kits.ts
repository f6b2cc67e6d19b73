// Barcodes 01 to the number, by the kit that holds them (dorado `barcode_kits.cpp`).
const KITS: readonly [number, readonly string[]][] = [
  [4, ['VSK-VMK001']],
  [10, ['VSK-VMK004']],
  [
    12,
    [
      'EXP-NBD103',
      'EXP-NBD104',
      'EXP-PBC001',
      'SQK-RBK001',
      'SQK-RBK004',
      'SQK-PBK004',
      'SQK-LWB001',
      'SQK-PCB109',
      'SQK-PCB110',
      'SQK-RAB201',
      'SQK-RAB204',
      'SQK-RPB004',
      'SQK-RLB001',
      'VSK-PTC001',
      'VSK-VPS001',
    ],
  ],
  [
    24,
    [
      'EXP-NBD114-24',
      'SQK-NBD111-24',
      'SQK-NBD114-24',
      'SQK-RBK111-24',
      'SQK-RBK114-24',
      'SQK-PCB111-24',
      'SQK-PCB114-24',
      'SQK-16S024',
      'SQK-16S114-24',
      'SQK-RPB114-24',
      'SQK-MAB114-24',
      'SQK-DRB004-24',
    ],
  ],
  [
    96,
    [
      'EXP-NBD196',
      'EXP-PBC096',
      'SQK-NBD111-96',
      'SQK-NBD114-96',
      'SQK-RBK110-96',
      'SQK-RBK111-96',
      'SQK-RBK114-96',
      'SQK-HTB114-96',
      'SQK-MLK111-96-XL',
      'SQK-MLK114-96-XL',
    ],
  ],
];

// This expansion continues the twelve barcodes of EXP-NBD104.
const SECOND_DOZEN = 'EXP-NBD114';

/** The numbers of the barcodes of a kit, first to last. */
export interface KitBarcodes {
  first: number;
  last: number;
}

const BARCODES_OF_KIT: ReadonlyMap<string, KitBarcodes> = new Map([
  ...KITS.flatMap(([last, names]) => names.map((name): [string, KitBarcodes] => [name, { first: 1, last }])),
  [SECOND_DOZEN, { first: 13, last: 24 }],
]);

/**
 * Find the barcodes of a kit; null for a kit that is not known or has none. Dots stand for dashes
 * (`SQK-NBD114.24`), and a suffix `-260` names the same kit at another speed.
 */
export function barcodesOfKit(kit: string): KitBarcodes | null {
  const name = kit.trim().toUpperCase().replaceAll('.', '-').replace(/-260$/, '');
  return BARCODES_OF_KIT.get(name) ?? null;
}

/** Sequencing kits without barcodes of their own; expansions may add them. */
const KITS_WITHOUT_BARCODES = [
  'SQK-LSK114',
  'SQK-LSK114-XL',
  'SQK-LSK109',
  'SQK-LSK110',
  'SQK-ULK114',
  'SQK-RAD114',
  'SQK-RNA004',
  'SQK-PCS114',
];

/** The sequencing kits that a sample sheet may name, in the order of their names. */
export const SEQUENCING_KITS: readonly string[] = [...BARCODES_OF_KIT.keys(), ...KITS_WITHOUT_BARCODES]
  .filter((name) => !name.startsWith('EXP-'))
  .sort();

/** The expansion kits, which add barcodes to a sequencing kit. */
export const EXPANSION_KITS: readonly string[] = [...BARCODES_OF_KIT.keys()]
  .filter((name) => name.startsWith('EXP-'))
  .sort();

/** Return the name of a barcode in sample sheets and folders: `NB07`, `RB07` and `barcode07` are `barcode07`. */
export function sheetBarcode(name: string): string | null {
  const digits = /^[A-Za-z]+(\d{2})[A-Za-z]?$/.exec(name.trim())?.[1];
  return digits === undefined ? null : `barcode${digits}`;
}
