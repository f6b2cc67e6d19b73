import { z } from 'zod';
import { type BusinessEntity, ENTITY_LETTER } from './business-entity.ts';

/** Letters of a device that numbers offline: I and O are left out because they read as 1 and 0. */
export const OFFLINE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

export const SPECIMEN_JULIAN_ID = /^[WR]\d{5}-(\d{4}|[A-HJ-NP-Z]\d{3})$/;
export const SAMPLE_BARCODE = /^[WR]\d{5}-(\d{4}|[A-HJ-NP-Z]\d{3})-(\d{2}|[A-HJ-NP-Z]\d)$/;
export const BATCH_JULIAN_ID = /^[WR]\d{5}-[PELS]\d{2}$/;
export const ACCESSION_GROUP_NUMBER = /^AG-[WR]\d{5}-(\d{2}|[A-HJ-NP-Z]\d{1,2})$/;

const LabDay = z.iso.date();
const DAY_MS = 86_400_000;

/** The letter of a batch type within a batch's julianId. */
export const BATCH_TYPE_LETTER = {
  PREPARATION: 'P',
  EXTRACTION: 'E',
  LIBRARY_PREPARATION: 'L',
  SEQUENCING: 'S',
} as const;

/** Compute the day of the year 1..366 of a lab day `YYYY-MM-DD`. */
export function dayOfYear(labDay: string): number {
  const day = LabDay.parse(labDay);
  return (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${day.slice(0, 4)}-01-01T00:00:00Z`)) / DAY_MS + 1;
}

/** Format two-digit year and three-digit day of the year: `2026-11-21` is `26325`. */
export const julianDay = (labDay: string): string =>
  `${labDay.slice(2, 4)}${String(dayOfYear(labDay)).padStart(3, '0')}`;

const numbered = (sequence: number, digits: number, kindName: string): string => {
  if (!Number.isInteger(sequence) || sequence < 0 || sequence >= 10 ** digits)
    throw new RangeError(`A ${kindName} has a whole number of at most ${digits} digits, not ${sequence}.`);
  return String(sequence).padStart(digits, '0');
};

const offlineLetter = (letter: string): string => {
  if (letter.length !== 1 || !OFFLINE_LETTERS.includes(letter))
    throw new RangeError(`A device letter is one of ${OFFLINE_LETTERS}, not "${letter}".`);
  return letter;
};

const dayPrefix = (entity: BusinessEntity, labDay: string): string =>
  `${ENTITY_LETTER[entity]}${julianDay(labDay)}`;

/** Build a specimen's julianId from a leased number: `W26325-0007`. */
export const specimenJulianId = (entity: BusinessEntity, labDay: string, sequence: number): string =>
  `${dayPrefix(entity, labDay)}-${numbered(sequence, 4, 'specimen')}`;

/** Build a specimen's julianId without a lease, unique by the device's letter: `W26325-K003`. */
export const offlineSpecimenJulianId = (
  entity: BusinessEntity,
  labDay: string,
  letter: string,
  sequence: number,
): string =>
  `${dayPrefix(entity, labDay)}-${offlineLetter(letter)}${numbered(sequence, 3, 'specimen numbered offline')}`;

/** Build a sample's barcode within its specimen, 1 being the primary sample: `W26325-0007-01`. */
export const sampleBarcode = (julianId: string, sequence: number): string =>
  `${julianId}-${numbered(sequence, 2, 'sample')}`;

/** Build the barcode of a derived sample that a device minted offline: `W26325-0007-K1`. */
export const offlineSampleBarcode = (julianId: string, letter: string, sequence: number): string =>
  `${julianId}-${offlineLetter(letter)}${numbered(sequence, 1, 'sample numbered offline')}`;

/** Build a batch's julianId: `W26325-S01`. */
export const batchJulianId = (
  entity: BusinessEntity,
  labDay: string,
  batchType: keyof typeof BATCH_TYPE_LETTER,
  sequence: number,
): string => `${dayPrefix(entity, labDay)}-${BATCH_TYPE_LETTER[batchType]}${numbered(sequence, 2, 'batch')}`;

const GIVEN_NUMBER = /^(AG-)?([WR])(\d{2})(\d{3})-(?:(\d+)|([A-HJ-NP-Z])\d+)$/;

/** The parts of a specimen's or receipt's number; `sequence` is null when a device numbered by its letter. */
export interface GivenNumber {
  series: 'SPECIMEN' | 'ACCESSION_GROUP';
  entityLetter: string;
  labDay: string;
  sequence: number | null;
  letter: string | null;
}

/** Parse a julianId or an accession group's number; undefined when it is neither. */
export function parseGivenNumber(number: string): GivenNumber | undefined {
  const [, group, entityLetter = '', year, day, sequence, letter = null] = GIVEN_NUMBER.exec(number) ?? [];
  if (!year || !day) return undefined;
  return {
    series: group ? 'ACCESSION_GROUP' : 'SPECIMEN',
    entityLetter,
    labDay: new Date(Date.UTC(2000 + Number(year), 0, Number(day))).toISOString().slice(0, 10),
    sequence: sequence === undefined ? null : Number(sequence),
    letter,
  };
}

/** Build an accession group's number: `AG-W26325-03`. */
export const accessionGroupNumber = (entity: BusinessEntity, labDay: string, sequence: number): string =>
  `AG-${dayPrefix(entity, labDay)}-${numbered(sequence, 2, 'accession group')}`;
