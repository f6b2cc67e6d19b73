import { type ReactNode, useState } from 'react';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import type { CompanyAct } from './use-company.ts';

/** Something that is done to a company with a reason. */
export interface ReasonAct {
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
export function ReasonActs({ acts, act }: { acts: readonly ReasonAct[]; act: CompanyAct }) {
  const [asked, setAsked] = useState<ReasonAct | null>(null);
  const close = () => setAsked(null);
  const first = acts.filter(({ primary }) => primary);
  const rest = acts.filter(({ primary }) => !primary);
  return (
    <>
      {rest.length > 0 && (
        <ActionsMenu
          actions={rest.map((one) => ({
            label: one.label,
            danger: one.danger ?? false,
            onSelect: () => setAsked(one),
          }))}
        />
      )}
      {first.map((one) => (
        <Button key={one.path} variant={one.danger ? 'secondary' : 'primary'} onClick={() => setAsked(one)}>
          {one.label}
        </Button>
      ))}
      <ConfirmDialog
        open={asked !== null}
        title={asked?.label ?? ''}
        confirmLabel={asked?.label ?? ''}
        danger={asked?.danger ?? false}
        reasonRequired={!asked?.withoutReason}
        busy={act.isPending}
        onClose={close}
        onConfirm={(reason) => {
          if (asked) act.mutate({ path: asked.path, data: { reason: reason || null }, done: asked.done });
          close();
        }}
      >
        {asked && <p>{asked.explains}</p>}
      </ConfirmDialog>
    </>
  );
}
