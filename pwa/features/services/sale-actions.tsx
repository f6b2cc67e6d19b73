import { EyeOff, PencilRuler, ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import type { ServiceStatus } from '#db/ordering/service-status.ts';
import type { ShownService } from '#db/ordering/shown-service.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import type { useServiceOperation } from './use-managed-service.ts';

interface SaleActionsProps {
  service: ShownService;
  operation: ReturnType<typeof useServiceOperation>;
}

/** Puts a service on sale, takes it off with a reason, or makes it internal, as far as this user may. */
export function SaleActions({ service, operation }: SaleActionsProps) {
  const [taking, setTaking] = useState(false);
  const { status, nextStatuses, missing, name } = service;
  const move = (to: ServiceStatus, done: string, reason: string | null = null) =>
    operation.mutate({ path: '/status', data: { status: to, reason }, done });
  const busy = operation.isPending;
  return (
    <>
      {nextStatuses.includes('NOT_A_SERVICE') && (
        <Button icon={EyeOff} busy={busy} onClick={() => move('NOT_A_SERVICE', 'It is internal now')}>
          Make internal
        </Button>
      )}
      {status === 'NOT_A_SERVICE' && nextStatuses.includes('DRAFT') && (
        <Button icon={PencilRuler} busy={busy} onClick={() => move('DRAFT', 'It is a draft now')}>
          Prepare for sale
        </Button>
      )}
      {nextStatuses.includes('LIVE') && (
        <Button
          variant="primary"
          icon={ShoppingBag}
          busy={busy}
          disabled={missing.length > 0}
          onClick={() => move('LIVE', 'It is on sale now')}
        >
          Put on sale
        </Button>
      )}
      {status === 'LIVE' && nextStatuses.includes('DRAFT') && (
        <Button icon={EyeOff} busy={busy} onClick={() => setTaking(true)}>
          Take off sale
        </Button>
      )}
      <ConfirmDialog
        open={taking}
        title={`Take ${name} off sale?`}
        confirmLabel="Take off sale"
        danger
        reasonRequired
        onClose={() => setTaking(false)}
        onConfirm={(reason) => {
          move('DRAFT', 'It is off sale now', reason);
          setTaking(false);
        }}
      >
        <p>Customers can no longer order it. Orders that were submitted go on.</p>
      </ConfirmDialog>
    </>
  );
}
