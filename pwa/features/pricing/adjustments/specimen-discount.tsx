import { Percent } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Button } from '#pwa/ui/button.tsx';
import { SlowLoadFallback } from '#pwa/ui/slow-load-fallback.tsx';

const SpecimenDiscountDialog = lazy(() =>
  import('./specimen-discount-dialog.tsx').then((loaded) => ({ default: loaded.SpecimenDiscountDialog })),
);

/** Opens the entry of the discount per specimen of a draft. */
export function SpecimenDiscount({
  order,
}: {
  order: Pick<ShownOrder, 'id' | 'orderNumber' | 'discountPerSpecimen'>;
}) {
  const [dialog, setDialog] = useState({ n: 0, open: false });
  return (
    <>
      <Button icon={Percent} onClick={() => setDialog(({ n }) => ({ n: n + 1, open: true }))}>
        Discount on each specimen
      </Button>
      {dialog.n > 0 && (
        <Suspense fallback={<SlowLoadFallback over />}>
          <SpecimenDiscountDialog
            key={dialog.n}
            order={order}
            open={dialog.open}
            onClose={() => setDialog(({ n }) => ({ n, open: false }))}
          />
        </Suspense>
      )}
    </>
  );
}
