import { Decimal } from 'decimal.js';
import type { DnaType } from '#db/specimens/dna-type.ts';
import { type Choices, chooseCell } from './choice-cell.ts';
import { DNA_CHOICES, SPECIES_CHOICES, TYPE_CHOICES } from './manifest-choices.ts';
import { columnOf, type ManifestField } from './manifest-columns.ts';
import type { ManifestContext } from './manifest-context.ts';
import type { SpecimenDraft } from './manifest-row.ts';
import { numberCell } from './number-cell.ts';
import type { RowReading } from './row-reading.ts';

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
  if (minimum === null) return;
  const mass = new Decimal(concentration).times(volume);
  if (mass.lessThan(minimum))
    reading.warn('providedVolume', {
      problem: `Below the recommended ${minimum} ng.`,
      suggestion: `Concentration times volume is ${mass.toDecimalPlaces(2).toFixed()} ng`,
    });
}

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
  isNucleicAcid: boolean,
): Extract {
  const { minConcentration, minVolume, minMass } = protocol;
  const volume = quantity(reading, 'providedVolume', isNucleicAcid, 3, minVolume);
  if (!isNucleicAcid) {
    for (const field of [...ONLY_NUCLEIC_ACID, 'providedConcentration'] as const)
      if (reading.text(field) !== null)
        reading.warn(field, { problem: 'Only for nucleic acids; it will not be kept.' });
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
