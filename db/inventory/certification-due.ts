import { CERTIFICATION_TYPES, type Certification } from './certification.ts';
import { EQUIPMENT_STATUS, type Equipment } from './equipment.ts';
import { addInterval } from './time-interval.ts';

type Interval = Pick<Equipment, 'certificationInterval' | 'certificationIntervalUnit' | 'installedOn'>;

/** Return the newest certificate of a kind; of two on one day the one written later. */
function latestOf(
  certifications: readonly Certification[],
  type: Certification['type'],
): Certification | undefined {
  const ofType = certifications.filter((one) => one.type === type && !one.deleted);
  return ofType.sort((a, b) => compare(b.performedOn, a.performedOn) || compare(b.createdAt, a.createdAt))[0];
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Return the day on which an instrument's next certificate is due: the earliest end of its newest
 * certificates; null = none is needed.
 */
export function nextCertificationDue(
  equipment: Interval,
  certifications: readonly Certification[],
): string | null {
  const ends = CERTIFICATION_TYPES.flatMap((type) => {
    const latest = latestOf(certifications, type);
    if (!latest) return [];
    return [latest.result === 'FAIL' ? latest.performedOn : latest.expiresOn];
  });
  const first = ends.sort(compare)[0];
  if (first !== undefined) return first;
  const { certificationInterval, certificationIntervalUnit, installedOn } = equipment;
  if (certificationInterval === null || certificationIntervalUnit === null || installedOn === null)
    return null;
  return addInterval(installedOn, certificationInterval, certificationIntervalUnit);
}

/**
 * Return since when an instrument is out of calibration on a lab day, or null: its newest calibration failed
 * or has ended.
 */
function outOfCalibrationSince(
  equipment: Interval,
  certifications: readonly Certification[],
  labDay: string,
): string | null {
  const latest = latestOf(certifications, 'CALIBRATION');
  if (latest?.result === 'FAIL') return latest.performedOn <= labDay ? latest.performedOn : null;
  const due = latest ? latest.expiresOn : nextCertificationDue(equipment, []);
  return due !== null && due < labDay ? due : null;
}

/** Return why an instrument may not be used on a lab day, or null (domain 5.6). */
export function equipmentProblem(
  equipment: Equipment,
  certifications: readonly Certification[],
  labDay: string,
): { code: 'EQUIPMENT_NOT_ACTIVE' | 'EQUIPMENT_OUT_OF_CALIBRATION'; message: string } | null {
  if (equipment.status !== 'ACTIVE') {
    const status = EQUIPMENT_STATUS[equipment.status].label.toLowerCase();
    return { code: 'EQUIPMENT_NOT_ACTIVE', message: `${equipment.name} is not active: ${status}.` };
  }
  const since = outOfCalibrationSince(equipment, certifications, labDay);
  if (since === null) return null;
  return {
    code: 'EQUIPMENT_OUT_OF_CALIBRATION',
    message: `${equipment.name} is out of calibration since ${since}.`,
  };
}
