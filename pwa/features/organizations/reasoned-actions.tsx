import { type ReactNode, useState } from 'react';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import type { CompanyOperation } from './use-company.ts';

/** An action on an organization that takes a reason. */
export interface ReasonedAction {
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
