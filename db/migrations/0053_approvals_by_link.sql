-- What an approver does by the link of an e-mail, without a session, stands in the access log.
ALTER TABLE access_log DROP CONSTRAINT access_log_action_check;
ALTER TABLE access_log ADD CONSTRAINT access_log_action_check CHECK (action IN (
  'SIGN_IN', 'SIGN_OUT', 'SIGN_IN_FAILED', 'SWITCH_COMPANY', 'SWITCH_ROLE', 'VIEW_PATIENT',
  'DOWNLOAD_RESULT', 'EXPORT', 'REFUSED', 'OPEN_APPROVAL_LINK', 'DECIDE_BY_LINK'));
