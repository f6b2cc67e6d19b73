import {
  type CompanyEditor,
  holdsCompany,
  mayRequestVerification,
  resubmitsCompany,
  reviewsCompany,
} from '#db/organizations/company-fields.ts';
import type { ShownCompany } from '#db/organizations/shown-company.ts';
import type { ReasonedAction } from './reasoned-actions.tsx';

const HOLD: ReasonedAction = {
  path: '/hold',
  label: 'Put on hold',
  danger: true,
  explains:
    'Its people cannot submit orders, and what arrives from it is received on hold. They are told to contact support, not why.',
  done: 'Put on hold',
};
const RELEASE: ReasonedAction = {
  path: '/release',
  label: 'Release from hold',
  explains:
    'Its people can submit orders again. Tubes that were received on hold are released where they are.',
  done: 'Released from hold',
};
const ASK: ReasonedAction = {
  path: '/request-verification',
  label: 'Ask for verification',
  explains:
    'Orders can be prepared and not submitted until a reviewer has approved it. Reviewers are told by email.',
  done: 'Waits to be verified',
};
const APPROVE: ReasonedAction = {
  path: '/approve',
  label: 'Approve',
  primary: true,
  withoutReason: true,
  explains: 'Its people can submit orders. Its managers are told by email.',
  done: 'Approved',
};
const REJECT: ReasonedAction = {
  path: '/reject',
  label: 'Reject',
  primary: true,
  danger: true,
  explains: 'Its managers are told the reason by email, correct what is wrong and submit it again.',
  done: 'Rejected',
};
const RESUBMIT: ReasonedAction = {
  path: '/resubmit',
  label: 'Submit again',
  primary: true,
  explains: 'Say what you have corrected. A reviewer looks at it again.',
  done: 'Submitted again',
};

/** List the actions of this user on the organization. */
export function companyActions(editor: CompanyEditor, company: ShownCompany): ReasonedAction[] {
  const { status, verificationStatus } = company;
  const actions: ReasonedAction[] = [];
  if (verificationStatus === 'PENDING' && reviewsCompany(editor, company)) actions.push(REJECT, APPROVE);
  if (verificationStatus === 'REJECTED' && resubmitsCompany(editor, company)) actions.push(RESUBMIT);
  const canRequestVerification = verificationStatus === 'NOT_APPLICABLE' || verificationStatus === 'APPROVED';
  if (canRequestVerification && mayRequestVerification(editor, company)) actions.push(ASK);
  if (holdsCompany(editor, company)) actions.push(status === 'ON_HOLD' ? RELEASE : HOLD);
  return actions;
}
