import { type ReactNode, useState } from 'react';
import {
  type CompanyEditor,
  holdsCompany,
  mayRequestVerification,
  resubmitsCompany,
  reviewsCompany,
} from '#db/organizations/company-fields.ts';
import type { ShownCompany } from '#db/organizations/shown-company.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import type { CompanyOperation } from './use-company.ts';

/** An action on an organization that takes a reason. */
interface ReasonedAction {
  path: string;
  label: string;
  /** The consequences. */
  explains: ReactNode;
  done: string;
  danger?: boolean;
  /** True when the reason is optional, as for approval. */
  withoutReason?: boolean;
  primary?: boolean;
}

/** Buttons for actions that ask for a reason: the decision first, others in the Actions menu. */
export function ReasonedActions({
  actions,
  operation,
}: {
  actions: readonly ReasonedAction[];
  operation: CompanyOperation;
}) {
  const [openAction, setOpenAction] = useState<ReasonedAction | null>(null);
  const close = () => setOpenAction(null);
  const first = actions.filter(({ primary }) => primary);
  const rest = actions.filter(({ primary }) => !primary);
  return (
    <>
      {rest.length > 0 && (
        <ActionsMenu
          actions={rest.map((one) => ({
            label: one.label,
            danger: one.danger ?? false,
            onSelect: () => setOpenAction(one),
          }))}
        />
      )}
      {first.map((one) => (
        <Button
          key={one.path}
          variant={one.danger ? 'secondary' : 'primary'}
          onClick={() => setOpenAction(one)}
        >
          {one.label}
        </Button>
      ))}
      <ConfirmDialog
        open={openAction !== null}
        title={openAction?.label ?? ''}
        confirmLabel={openAction?.label ?? ''}
        danger={openAction?.danger ?? false}
        reasonRequired={!openAction?.withoutReason}
        busy={operation.isPending}
        onClose={close}
        onConfirm={(reason) => {
          if (openAction)
            operation.mutate({
              path: openAction.path,
              data: { reason: reason || null },
              done: openAction.done,
            });
          close();
        }}
      >
        {openAction && <p>{openAction.explains}</p>}
      </ConfirmDialog>
    </>
  );
}

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
