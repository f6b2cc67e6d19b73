import { z } from 'zod';

/** The training of a clinician (specification 3). */
export const CLINICIAN_DESIGNATIONS = [
  'DOCTOR_OF_CHIROPRACTIC',
  'MEDICAL_DOCTOR',
  'DOCTOR_OF_OSTEOPATHIC_MEDICINE',
  'NATUROPATHIC_DOCTOR',
  'DOCTOR_OF_DENTISTRY',
  'DOCTOR_OF_OPTOMETRY',
  'DOCTOR_OF_ORIENTAL_MEDICINE',
  'ACUPUNCTURIST',
  'PHYSICIAN_ASSISTANT',
  'NURSE_PRACTITIONER',
  'PHARMACIST',
  'PSYCHOLOGIST',
  'SOCIAL_WORKER',
  'THERAPIST',
  'CLINICAL_NUTRITIONIST',
  'REGISTERED_DIETICIAN',
  'NON_LICENSED_PROVIDER',
] as const;
export const ClinicianDesignation = z.enum(CLINICIAN_DESIGNATIONS);
export type ClinicianDesignation = z.infer<typeof ClinicianDesignation>;

/** The screen text of each designation. */
export const CLINICIAN_DESIGNATION: Record<ClinicianDesignation, string> = {
  DOCTOR_OF_CHIROPRACTIC: 'Doctor of Chiropractic',
  MEDICAL_DOCTOR: 'Medical Doctor',
  DOCTOR_OF_OSTEOPATHIC_MEDICINE: 'Doctor of Osteopathic Medicine',
  NATUROPATHIC_DOCTOR: 'Naturopathic Doctor',
  DOCTOR_OF_DENTISTRY: 'Doctor of Dentistry',
  DOCTOR_OF_OPTOMETRY: 'Doctor of Optometry',
  DOCTOR_OF_ORIENTAL_MEDICINE: 'Doctor of Oriental Medicine',
  ACUPUNCTURIST: 'Acupuncturist',
  PHYSICIAN_ASSISTANT: 'Physician Assistant',
  NURSE_PRACTITIONER: 'Nurse Practitioner',
  PHARMACIST: 'Pharmacist',
  PSYCHOLOGIST: 'Psychologist',
  SOCIAL_WORKER: 'Social Worker',
  THERAPIST: 'Therapist',
  CLINICAL_NUTRITIONIST: 'Clinical Nutritionist',
  REGISTERED_DIETICIAN: 'Registered Dietician',
  NON_LICENSED_PROVIDER: 'Non-Licensed Provider',
};
