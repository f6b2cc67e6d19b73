-- Licenses of clinicians and what their check has found.
CREATE TABLE clinician_license (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  user_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  designation text NOT NULL CHECK (designation IN (
    'DOCTOR_OF_CHIROPRACTIC', 'MEDICAL_DOCTOR', 'DOCTOR_OF_OSTEOPATHIC_MEDICINE', 'NATUROPATHIC_DOCTOR',
    'DOCTOR_OF_DENTISTRY', 'DOCTOR_OF_OPTOMETRY', 'DOCTOR_OF_ORIENTAL_MEDICINE', 'ACUPUNCTURIST',
    'PHYSICIAN_ASSISTANT', 'NURSE_PRACTITIONER', 'PHARMACIST', 'PSYCHOLOGIST', 'SOCIAL_WORKER', 'THERAPIST',
    'CLINICAL_NUTRITIONIST', 'REGISTERED_DIETICIAN', 'NON_LICENSED_PROVIDER')),
  license_number text,
  state text NOT NULL,
  npi text,
  issued_on date,
  expires_on date NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING_VERIFICATION', 'VERIFIED', 'ERROR', 'EXPIRED')),
  verified_at timestamptz,
  verified_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  verification_message text,
  file_id text,
  registry_asked_at timestamptz,
  reminded_days integer
);
CREATE INDEX clinician_license_user_id ON clinician_license (user_id);
CREATE INDEX clinician_license_license_number ON clinician_license (license_number);
-- What waits for the registry, and what the daily look at dates goes through.
CREATE INDEX clinician_license_status ON clinician_license (entity, status, expires_on);
