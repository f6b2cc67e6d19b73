import { useEffect, useMemo, useState } from 'react';
import { type LabelPrinterInfo, PrinterList } from '#db/labels/printer-list.ts';
import { callApi } from '#pwa/api/client.ts';
import type { Replica } from '#pwa/replica/replica.ts';
import type { SideStore } from '#pwa/replica/side-store.ts';

const KEY = 'printers';

/** The lab's printers as this device last heard of them; also known offline. */
export async function knownPrinters(side: SideStore): Promise<readonly LabelPrinterInfo[]> {
  const parsed = PrinterList.safeParse((await side.settings.get(KEY))?.value);
  return parsed.success ? parsed.data.printers : [];
}

/** Asks the server for the lab's printers and keeps the answer for offline use. */
export async function refreshPrinters(side: SideStore): Promise<readonly LabelPrinterInfo[]> {
  const list = await callApi({ path: '/api/lab/printers', answer: PrinterList });
  await side.settings.put({ key: KEY, value: list });
  return list.printers;
}

export interface LabPrinters {
  printers: readonly LabelPrinterInfo[];
  /** Asks the server again; rejects when it cannot be reached. */
  refresh(): Promise<void>;
}

/** The lab's printers: at once as they were last known, then as the server tells them. */
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
      // Offline the known list stands.
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
