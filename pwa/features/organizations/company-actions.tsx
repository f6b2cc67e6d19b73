import { type ReactNode, useState } from 'react';
import {
  approveCompany,
  holdCompany,
  rejectCompany,
  releaseCompany,
  requestCompanyVerification,
  resubmitCompany,
} from '#db/api/organizations/companies.ts';
import {
  type CompanyEditor,
  holdsCompany,
  mayRequestVerification,
  resubmitsCompany,
  reviewsCompany,
} from '#db/organizations/company-fields.ts';
import type { ShownCompany } from '#db/organizations/shown-company.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** An action on an organization that takes a reason. */
interface ReasonedAction {
  /** The calls of all actions but the approval have the same types. */
  call: typeof holdCompany | typeof approveCompany;
  label: string;
  /** The consequences. */
  explains: ReactNode;
  done: string;
  danger?: boolean;
  /** True when the reason is optional, as for approval. */
  withoutReason?: boolean;
  primary?: boolean;
}

/** Executes the actions of an organization, of which one is open at a time. */
export function useCompanyActions(companyId: string) {
  const [action, setAction] = useState<ReasonedAction>(HOLD);
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending, error } = useCallMutation(action.call);
  return {
    action,
    isOpen,
    isPending,
    error,
    open: (next: ReasonedAction) => {
      setAction(next);
      setIsOpen(true);
    },
    close: () => setIsOpen(false),
    run: (reason: string) =>
      mutate(
        { params: { id: companyId }, body: { reason: reason || null } },
        { onSuccess: () => toast.success(action.done) },
      ),
  };
}

/** Buttons for actions that ask for a reason: the decision first, others in the Actions menu. */
export function ReasonedActions({
  actions,
  operation,
}: {
  actions: readonly ReasonedAction[];
  operation: ReturnType<typeof useCompanyActions>;
}) {
  const { action, isOpen, isPending, open, close, run } = operation;
  const first = actions.filter(({ primary }) => primary);
  const rest = actions.filter(({ primary }) => !primary);
  return (
    <>
      {rest.length > 0 && (
        <ActionsMenu
          actions={rest.map((one) => ({
            label: one.label,
            danger: one.danger ?? false,
            onSelect: () => open(one),
          }))}
        />
      )}
      {first.map((one) => (
        <Button key={one.label} variant={one.danger ? 'secondary' : 'primary'} onClick={() => open(one)}>
          {one.label}
        </Button>
      ))}
      <ConfirmDialog
        open={isOpen}
        title={action.label}
        confirmLabel={action.label}
        danger={action.danger ?? false}
        reasonRequired={!action.withoutReason}
        busy={isPending}
        onClose={close}
        onConfirm={(reason) => {
          run(reason);
          close();
        }}
      >
        <p>{action.explains}</p>
      </ConfirmDialog>
    </>
  );
}

const HOLD: ReasonedAction = {
  call: holdCompany,
  label: 'Put on hold',
  danger: true,
  explains:
    'Members cannot submit orders, and arriving material is received on hold. Members see a request to contact support, not the reason.',
  done: 'Put on hold',
};
const RELEASE: ReasonedAction = {
  call: releaseCompany,
  label: 'Release from hold',
  explains: 'Members can submit orders again. Tubes received on hold are released.',
  done: 'Released from hold',
};
const ASK: ReasonedAction = {
  call: requestCompanyVerification,
  label: 'Request verification',
  explains: 'Members can draft orders, and submit them after approval. Reviewers get an email.',
  done: 'Awaiting verification',
};
const APPROVE: ReasonedAction = {
  call: approveCompany,
  label: 'Approve',
  primary: true,
  withoutReason: true,
  explains: 'Members can submit orders. Managers get an email.',
  done: 'Approved',
};
const REJECT: ReasonedAction = {
  call: rejectCompany,
  label: 'Reject',
  primary: true,
  danger: true,
  explains: 'Managers receive the reason by email, correct the details and submit again.',
  done: 'Rejected',
};
const RESUBMIT: ReasonedAction = {
  call: resubmitCompany,
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
