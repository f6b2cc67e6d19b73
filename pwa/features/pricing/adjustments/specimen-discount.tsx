import { Percent } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ComesLate } from '#pwa/ui/comes-late.tsx';

const SpecimenDiscountDialog = lazy(() =>
  import('./specimen-discount-dialog.tsx').then((loaded) => ({ default: loaded.SpecimenDiscountDialog })),
);

/** Where it is entered what is taken off each specimen of a draft. */
export function SpecimenDiscount({
  order,
}: {
  order: Pick<ShownOrder, 'id' | 'orderNumber' | 'discountPerSpecimen'>;
}) {
  const [asked, setAsked] = useState({ n: 0, open: false });
  return (
    <>
      <Button icon={Percent} onClick={() => setAsked(({ n }) => ({ n: n + 1, open: true }))}>
        Discount on each specimen
      </Button>
      {asked.n > 0 && (
        <Suspense fallback={<ComesLate over />}>
          <SpecimenDiscountDialog
            key={asked.n}
            order={order}
            open={asked.open}
            onClose={() => setAsked(({ n }) => ({ n, open: false }))}
          />
        </Suspense>
      )}
    </>
  );
}
