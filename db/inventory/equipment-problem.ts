import type { Certification } from './certification.ts';
import { outOfCalibrationSince } from './certification-due.ts';
import type { Equipment } from './equipment.ts';
import { EQUIPMENT_STATUS } from './equipment-status.ts';

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
