import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { CHECK_OUT_PURPOSE } from '#db/samples/check-out-purpose.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { countOf } from '#pwa/format/counts.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { useSamplesIn } from '#pwa/replica/hooks/use-places.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { useCheckOut } from './use-check-out.ts';

interface PreselectedItemProps {
  bench: ReturnType<typeof useCheckOut>;
  sampleId: string | undefined;
  containerId: string | undefined;
  onTaken(): void;
}

/**
 * Offers the preselected tube or box: opening an address must not check anything out, so one press is needed.
 */
export function PreselectedItem({ bench, sampleId, containerId, onTaken }: PreselectedItemProps) {
  const tube = useRow(sample, sampleId ?? null);
  const box = useRow(storageManagement, containerId ?? null);
  const inside = useSamplesIn(containerId ?? null)?.length ?? 0;
  const { session } = bench;
  const [busy, setBusy] = useState(false);
  if (!session || (!tube && !box)) return null;
  const name = tube ? tube.barcode : `${countOf(inside, 'sample')} of ${box?.name ?? ''}`;
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      if (tube) await bench.takeSample(tube);
      else if (box) await bench.takeBox(box);
      onTaken();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      tone="info"
      title={`For ${CHECK_OUT_PURPOSE[session.purpose]}: ${name}`}
      action={
        <Button
          variant="primary"
          icon={LogOut}
          busy={busy}
          disabled={!tube && inside === 0}
          onClick={() => void take()}
        >
          {`Check out ${name}`}
        </Button>
      }
    >
      <p>Change the purpose below if it is another one.</p>
    </Notice>
  );
}
