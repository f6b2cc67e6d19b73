import { useMemo } from 'react';
import { type Sample, sample } from '#db/samples/sample.ts';
import { unfinishedWork } from '#db/specimens/finished-work.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';

const NO_IDS = [''];

/** The specimens in work with nothing left to do; their samples are read only while this filter is set. */
export function useWorkDone(
  specimens: readonly Specimen[] | undefined,
  isEnabled: boolean,
): ReadonlySet<string> {
  const inWork = useMemo(
    () => (specimens ?? []).filter(({ status }) => status === 'IN_PROGRESS').map(({ id }) => id),
    [specimens],
  );
  const samples = useRows(sample, { specimenId: isEnabled && inWork.length > 0 ? inWork : NO_IDS });
  return useMemo(() => {
    const bySpecimen = new Map<string, Sample[]>();
    for (const row of samples ?? []) {
      const key = row.specimenId ?? '';
      bySpecimen.set(key, [...(bySpecimen.get(key) ?? []), row]);
    }
    return new Set([...bySpecimen].filter(([, rows]) => unfinishedWork(rows).length === 0).map(([id]) => id));
  }, [samples]);
}
