import { Decimal } from 'decimal.js';
import type { DnaType } from '#db/specimens/specimen-material.ts';
import { nameKey } from '#db/values/clean-cell.ts';
import { type Choices, chooseCell } from './choice-cell.ts';
import { DNA_CHOICES, SPECIES_CHOICES, TYPE_CHOICES } from './manifest-choices.ts';
import { columnOf, type ManifestField } from './manifest-columns.ts';
import type { ManifestContext } from './manifest-context.ts';
import type { Finding } from './manifest-fault.ts';
import type { SpecimenDraft } from './manifest-row.ts';
import type { RowReading } from './row-reading.ts';

const MAX_NUMBER = new Decimal(1_000_000_000);
const ABOVE_ZERO: Finding = { problem: 'Enter a number above 0.', suggestion: 'A number such as 12.5' };

const unitBehind = (text: string): { digits: string; unit: string } => {
  const match = /^([-+]?[\d.,' ]*\d(?:e[-+]?\d{1,3})?)\s*(\p{L}[^\d]*)?$/iu.exec(text);
  return match ? { digits: match[1] ?? '', unit: match[2]?.trim() ?? '' } : { digits: '', unit: '' };
};

/**
 * Return the digits with a decimal point; null when they are no number, two spellings when both could be
 * meant.
 */
function spell(digits: string): string | readonly [string, string] | null {
  const digitsOnly = digits.replace(/[' ]/g, '');
  const commas = digitsOnly.split(',').length - 1;
  const points = digitsOnly.split('.').length - 1;
  if (commas === 0) return points <= 1 ? digitsOnly : null;
  if (points === 0 && commas === 1) {
    const [integerPart = '', rest = ''] = digitsOnly.split(',');
    // 1,250 is one thousand two hundred and fifty in some countries and one and a quarter in others.
    if (/^[-+]?[1-9]\d{0,2}$/.test(integerPart) && /^\d{3}$/.test(rest))
      return [`${integerPart}${rest}`, `${integerPart}.${rest}`];
    return `${integerPart}.${rest}`;
  }
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(digitsOnly)) return digitsOnly.replaceAll(',', '');
  if (/^[-+]?\d{1,3}(\.\d{3})+,\d+$/.test(digitsOnly))
    return digitsOnly.replaceAll('.', '').replace(',', '.');
  return null;
}

/**
 * Read a quantity: decimal commas and its own unit are accepted, other units are errors; `decimals` is the
 * stored precision.
 */
function numberCell(
  text: string,
  units: readonly string[],
  decimals: number,
): { value: string | null; finding: Finding | null } {
  const { digits, unit } = unitBehind(text);
  if (digits === '') return { value: null, finding: ABOVE_ZERO };
  if (unit !== '' && !units.some((each) => nameKey(each) === nameKey(unit)))
    return {
      value: null,
      finding: { problem: `Give it in ${units[0]}.`, suggestion: `A number in ${units[0]}` },
    };
  const spelt = spell(digits);
  if (Array.isArray(spelt))
    return {
      value: null,
      finding: { problem: 'The comma can be read in two ways.', suggestion: `${spelt[0]} or ${spelt[1]}` },
    };
  if (typeof spelt !== 'string' || !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(spelt))
    return { value: null, finding: ABOVE_ZERO };
  // Spreadsheets store binary numbers: 12.3 may arrive as 12.300000000000001.
  const number = new Decimal(spelt).toSignificantDigits(15).toDecimalPlaces(decimals);
  if (!number.greaterThan(0) || number.greaterThanOrEqualTo(MAX_NUMBER))
    return { value: null, finding: ABOVE_ZERO };
  return { value: number.toFixed(), finding: null };
}

interface OtherText<Value> {
  value: Value | null;
  other: string | null;
}

function readChoice<Value extends string>(
  reading: RowReading,
  field: ManifestField,
  choices: Choices<Value>,
  accepted: readonly Value[],
): OtherText<Value> {
  const text = reading.required(field);
  if (text === null) return { value: null, other: null };
  const { value, rest, finding } = chooseCell(text, choices, accepted);
  if (finding) reading.addFault(field, finding);
  return { value: finding ? null : value, other: rest };
}

/** Return the text for OTHER: from its own column or after the word, "Other: moss". */
function otherText(
  reading: RowReading,
  field: ManifestField,
  { value, other }: OtherText<string>,
): string | null {
  const text = reading.text(field) ?? other;
  if (value !== 'OTHER') return null;
  if (text === null)
    return reading.addFault(field, { problem: 'Say which.', suggestion: columnOf(field).hint });
  return text.length > 100
    ? reading.addFault(field, { problem: '100 characters at most.', suggestion: text.slice(0, 100) })
    : text;
}

/** Read species and specimen type, with the text for OTHER. */
export function readKind(
  reading: RowReading,
  { protocol }: ManifestContext,
): Pick<SpecimenDraft, 'otherSpeciesText' | 'otherSpecimenTypeText'> & {
  providedSourceSpecies: SpecimenDraft['providedSourceSpecies'] | null;
  providedSpecimenType: SpecimenDraft['providedSpecimenType'] | null;
} {
  const species = readChoice(reading, 'providedSourceSpecies', SPECIES_CHOICES, protocol.acceptedSpecies);
  const type = readChoice(reading, 'providedSpecimenType', TYPE_CHOICES, protocol.acceptedSpecimenTypes);
  return {
    providedSourceSpecies: species.value,
    otherSpeciesText: otherText(reading, 'otherSpeciesText', species),
    providedSpecimenType: type.value,
    otherSpecimenTypeText: otherText(reading, 'otherSpecimenTypeText', type),
  };
}

function quantity(
  reading: RowReading,
  field: ManifestField,
  isRequired: boolean,
  decimals: number,
  minimum: string | null,
): string | null {
  const text = reading.filled(field, isRequired);
  if (text === null) return null;
  const { units } = columnOf(field);
  const { value, finding } = numberCell(text, units, decimals);
  if (finding) return reading.addFault(field, finding);
  if (value !== null && minimum !== null && new Decimal(value).lessThan(minimum))
    reading.warn(field, { problem: `Below the recommended ${minimum} ${units[0]}.` });
  return value;
}

function warnOfMass(
  reading: RowReading,
  minimum: string | null,
  concentration: string,
  volume: string,
): void {
  // Too little of either says it already.
  if (minimum === null || reading.warnings.length > 0) return;
  const mass = new Decimal(concentration).times(volume);
  if (mass.lessThan(minimum))
    reading.warn('providedVolume', {
      problem: `Below the recommended ${minimum} ng.`,
      suggestion: `Concentration times volume is ${mass.toDecimalPlaces(2).toFixed()} ng`,
    });
}

/** The end of a warning about a cell that the service does not take. */
export const NOT_SAVED = '; it will not be kept.';

const ONLY_NUCLEIC_ACID = ['providedDnaType', 'providedExtractionKit', 'providedElutionMedium'] as const;

type Extract = Pick<
  SpecimenDraft,
  | 'providedDnaType'
  | 'providedExtractionKit'
  | 'providedElutionMedium'
  | 'providedConcentration'
  | 'providedVolume'
>;

/** Read amount and preparation: all fields for nucleic acids, otherwise the volume if known. */
export function readAmounts(
  reading: RowReading,
  { protocol }: ManifestContext,
  isNucleicAcid: boolean | null,
): Extract {
  const { minConcentration, minVolume, minMass } = protocol;
  const volume = quantity(reading, 'providedVolume', isNucleicAcid === true, 3, minVolume);
  if (!isNucleicAcid) {
    // While the material is unknown, nothing is known about what belongs to it.
    if (isNucleicAcid === false)
      for (const field of [...ONLY_NUCLEIC_ACID, 'providedConcentration'] as const)
        if (reading.text(field) !== null)
          reading.warn(field, { problem: `Only for nucleic acids${NOT_SAVED}` });
    return {
      providedDnaType: null,
      providedExtractionKit: null,
      providedElutionMedium: null,
      providedConcentration: null,
      providedVolume: volume,
    };
  }
  const dna = readChoice<DnaType>(reading, 'providedDnaType', DNA_CHOICES, protocol.acceptedDnaTypes);
  const concentration = quantity(reading, 'providedConcentration', true, 4, minConcentration);
  if (concentration !== null && volume !== null) warnOfMass(reading, minMass, concentration, volume);
  return {
    providedDnaType: dna.value,
    providedExtractionKit: reading.limited('providedExtractionKit', 100, true),
    providedElutionMedium: reading.limited('providedElutionMedium', 100, true),
    providedConcentration: concentration,
    providedVolume: volume,
  };
}
