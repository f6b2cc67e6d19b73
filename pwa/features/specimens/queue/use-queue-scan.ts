import { useRef, useState } from 'react';
import { BATCH_TYPE_FACTS, type BatchType } from '#db/batches/batch.ts';
import { SAMPLE_STATUS, sample } from '#db/samples/sample.ts';
import { useLookup } from '#pwa/replica/hooks/use-lookup.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import type { Verdict } from '#pwa/ui/scan-verdict.tsx';
import type { QueueRow } from './queue-row.tsx';

/** The result of the last scan. */
export interface QueueVerdict {
  n: number;
  verdict: Verdict;
  title: string;
  detail: string | null;
  /** True when the tube waits in the list of another stage. */
  stage: BatchType | null;
}

interface QueueScan {
  rows: readonly QueueRow[];
  /** The tubes currently in the list. */
  visibleRows: readonly QueueRow[];
  selected: ReadonlySet<string>;
  onSelect(sampleId: string): void;
}

/** Selects a scanned tube of the list; explains why a tube is not on it. */
export function useQueueScan({ rows, visibleRows, selected, onSelect }: QueueScan) {
  const lookup = useLookup();
  const [verdict, setVerdict] = useState<QueueVerdict | null>(null);
  // The next scan can come before the next render.
  const selectedIds = useRef<ReadonlySet<string>>(selected);
  // oxlint-disable-next-line react/refs -- a burst of scans comes before the next effect
  selectedIds.current = selected;
  const [scanned, setScanned] = useState<ReadonlySet<string>>(new Set());
  useScan(async (scan) => {
    const answer = (
      outcome: Verdict,
      title: string,
      detail: string | null,
      stage: BatchType | null = null,
    ) => {
      playScanTone(outcome);
      setVerdict({ n: scan.n, verdict: outcome, title, detail, stage });
    };
    const documents = await lookup(scan.code);
    const document = documents.find((one) => one.kind === 'Sample');
    if (!document) {
      const known = documents.length > 0;
      return known ? false : answer('error', `${scan.code} is not known on this device`, 'Check the label.');
    }
    const row = rowOf(sample, document.body);
    const listedRow = visibleRows.find((one) => one.row.id === row.id);
    if (listedRow && selectedIds.current.has(row.id))
      return answer('repeat', `${row.barcode} is already selected`, `${selectedIds.current.size} selected.`);
    if (listedRow) {
      onSelect(row.id);
      selectedIds.current = new Set([...selectedIds.current, row.id]);
      setScanned((before) => new Set([...before, row.id]));
      return answer('ok', row.barcode, `${selectedIds.current.size} selected.`);
    }
    const waiting = rows.find((one) => one.row.id === row.id);
    if (waiting)
      return answer(
        'warning',
        `${row.barcode} is not on this list`,
        `In the queue for ${BATCH_TYPE_FACTS[waiting.stage].label}: ${waiting.procedure?.name ?? 'no procedure'}.`,
        waiting.stage,
      );
    return answer(
      'error',
      `${row.barcode} is not in the queue`,
      `Status: ${SAMPLE_STATUS[row.status].label}.`,
    );
  });
  return { verdict, scanned, clearScanned: () => setScanned(new Set()) };
}
