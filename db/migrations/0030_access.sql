-- Refused attempts of signed-in people are written to the access log; rules look groups and memberships up by role.
ALTER TABLE access_log DROP CONSTRAINT access_log_action_check;
ALTER TABLE access_log ADD CONSTRAINT access_log_action_check CHECK (action IN (
  'SIGN_IN', 'SIGN_OUT', 'SIGN_IN_FAILED', 'SWITCH_COMPANY', 'SWITCH_ROLE', 'VIEW_PATIENT',
  'DOWNLOAD_RESULT', 'EXPORT', 'REFUSED'));
CREATE INDEX permission_group_entity ON permission_group (entity);
CREATE INDEX user_company_role ON user_company (role);
