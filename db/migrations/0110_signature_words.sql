-- What a signature says is written by the server: the role in which the person signed, and the hash that binds name,
-- role, meaning, type and time to the signed record. Signatures from before have neither.
ALTER TABLE signature
  ADD COLUMN role text CHECK (role IN ('ADMIN', 'BILLING_MANAGER', 'COMPANY_MANAGER', 'COMPANY_USER', 'CS_MANAGER', 'CS_REP',
    'DEVELOPER', 'INSTITUTION_MANAGER', 'INSTITUTION_USER', 'LAB_MANAGER', 'LAB_CLINICAL_DIRECTOR', 'LAB_RESEARCH_DIRECTOR',
    'LAB_TECH', 'PROJECT_MANAGER', 'RESEARCH_ASSISTANT', 'SALES_LEADER', 'SALES_REP', 'CLINICIAN',
    'CLINICAL_BILLING_MANAGER', 'CLINICAL_MANAGER')),
  ADD COLUMN signature_hash text CHECK (signature_hash ~ '^[0-9a-f]{64}$');
