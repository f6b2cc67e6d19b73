import { type ReactNode, useState } from 'react';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import type { CompanyOperation } from './use-company.ts';

/** Something that is done to a company with a reason. */
export interface ReasonedAction {
  path: string;
  label: string;
  /** What will happen. */
  explains: ReactNode;
  done: string;
  danger?: boolean;
  /** Approving needs none. */
  withoutReason?: boolean;
  primary?: boolean;
}

/** Buttons for acts that ask why: the decision first, the rest behind Actions. */
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
