import { useEffect, useMemo, useState } from 'react';
import { listPrinters } from '#db/api/samples/barcodes.ts';
import { type LabelPrinterInfo, PrinterList } from '#db/labels/print-job.ts';
import { call } from '#pwa/api/call.ts';
import type { SideStore } from '#pwa/replica/store/side-store.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';

const KEY = 'printers';

/** The lab's printers as this device last loaded them; also available offline. */
async function knownPrinters(side: SideStore): Promise<readonly LabelPrinterInfo[]> {
  const parsed = PrinterList.safeParse((await side.settings.get(KEY))?.value);
  return parsed.success ? parsed.data.printers : [];
}

/** Load the lab's printers from the server and store them for offline use. */
async function refreshPrinters(side: SideStore): Promise<readonly LabelPrinterInfo[]> {
  const list = await call(listPrinters, {});
  await side.settings.put({ key: KEY, value: list });
  return list.printers;
}

export interface LabPrinters {
  printers: readonly LabelPrinterInfo[];
  /** Load the list again; rejects when the server cannot be reached. */
  refresh(): Promise<void>;
}

/** Return the lab's printers: first the stored list, then the server's. */
export function useLabPrinters(replica: Replica): LabPrinters {
  const [printers, setPrinters] = useState<readonly LabelPrinterInfo[]>([]);
  const { side } = replica.store;
  useEffect(() => {
    let isActive = true;
    const show = (printerInfos: readonly LabelPrinterInfo[]): void => {
      if (isActive) setPrinters(printerInfos);
    };
    knownPrinters(side)
      .then(show)
      .then(() => refreshPrinters(side).then(show))
      // Offline the stored list remains.
      .catch(() => undefined);
    return () => {
      isActive = false;
    };
  }, [side]);
  return useMemo(
    () => ({ printers, refresh: async () => setPrinters(await refreshPrinters(side)) }),
    [printers, side],
  );
}
