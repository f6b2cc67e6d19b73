import { useState } from 'react';
import type { CheckOutPurpose } from '#db/samples/check-out-purpose.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useAct } from '#pwa/replica/hooks/use-act.ts';
import { type Identified, useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { useKept } from '#pwa/replica/hooks/use-kept.ts';
import { usePeopleNames } from '#pwa/replica/hooks/use-places.ts';
import { createExclusive } from '#pwa/replica/mutex.ts';
import type { OperationResult } from '#pwa/replica/run-operation.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { logged } from '#pwa/scanning/scan-log.tsx';
import { useScanWhenReady } from '#pwa/scanning/use-scan-when-ready.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { type CheckOutFacts, CheckOutSession, EMPTY_CHECK_OUT, takeCheckOutScan } from './check-out-steps.ts';
import type { DueHours } from './due-hours.ts';
import { outcomeSaid } from './outcome-said.ts';

type How = Pick<CheckOutFacts, 'repeat' | 'typed'>;
const CHOSEN: How = { repeat: false, typed: true };

/** Check-out on this device: every scan gets an answer and a line in the list. */
export function useCheckOut() {
  const { actor } = useReplica();
  const kept = useKept('check-out', EMPTY_CHECK_OUT, CheckOutSession);
  const identify = useIdentify();
  const samplesIn = useReadSamplesIn();
  const nameOf = usePeopleNames();
  const act = useAct();
  const verdict = useVerdict();
  // A press and a scan are judged one after the other: by what the one before them recorded.
  const [inTurn] = useState(createExclusive);

  const take = async (found: Identified, code: string, how: How): Promise<void> => {
    const held = found.kind === 'container' ? (await samplesIn(found.container.id)).length : 0;
    const facts = { userId: actor.userId, nameOf, held, ...how };
    const move = takeCheckOutScan(kept.now(), code, found, facts);
    const result = move.act && (await act(move.act.name, move.act.args));
    const said = result && move.act ? outcomeSaid(result, move.act.done, move.act.code) : move.say;
    if (!said) return;
    verdict.say(said);
    const done = result !== null && result.outcome !== 'REJECTED';
    const kind = { code: said.code ?? code, verdict: said.verdict, done };
    const text = move.act && said.detail !== undefined ? `${said.title}. ${said.detail}` : said.title;
    const refused = result?.outcome === 'REJECTED';
    await kept.update((now) => ({
      ...now,
      ...(refused ? { box: null } : move.change),
      rows: logged(now.rows, { ...kind, text }),
    }));
  };
  const scanned = (scan: Scan): Promise<void> =>
    inTurn(async () =>
      take(await identify(scan.code), scan.code, { repeat: scan.repeat, typed: scan.source === 'typed' }),
    );
  useScanWhenReady(scanned, kept.value !== undefined);
  return {
    session: kept.value,
    verdict,
    takeSample: (row: Sample) => inTurn(async () => take(await identify(row.barcode), row.barcode, CHOSEN)),
    takeBox: (box: StorageManagement) =>
      inTurn(async () => {
        // The press is the second scan that a whole box asks for.
        await kept.update((now) => ({ ...now, box: box.id }));
        await take({ kind: 'container', container: box }, box.barcode ?? box.name, CHOSEN);
      }),
    /** Somebody took a tube over with their PIN: it stands in the list as if a badge had been scanned. */
    handedOver: async (result: OperationResult, done: string, code: string) => {
      const said = outcomeSaid(result, done, code);
      verdict.say(said);
      const text = said.detail === undefined ? said.title : `${said.title}. ${said.detail}`;
      const row = { code, verdict: said.verdict, text, done: true };
      await kept.update((now) => ({ ...now, last: null, box: null, rows: logged(now.rows, row) }));
    },
    choosePurpose: (purpose: CheckOutPurpose) => kept.update((now) => ({ ...now, purpose })),
    chooseDue: (due: DueHours) => kept.update((now) => ({ ...now, due })),
    loadList: (list: string[]) => kept.update((now) => ({ ...now, list, found: [] })),
    removeList: () => kept.update((now) => ({ ...now, list: null, found: [] })),
    clear: () => kept.update((now) => ({ ...EMPTY_CHECK_OUT, purpose: now.purpose, due: now.due })),
  };
}
