import { Link } from '@tanstack/react-router';
import { protocol } from '#db/protocols/protocol.ts';
import { sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { useDocument, useRow } from '#pwa/replica/hooks/use-document.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { childRows, rowOf } from '#pwa/replica/store/document.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { DiscrepanciesPart } from './discrepancies-part.tsx';
import { SpecimenActions } from './specimen-actions.tsx';

/** Lifts the quarantine of a specimen where it is listed: its discrepancies first, as on its page. */
export function QuarantineDecision({ specimenId }: { specimenId: string }) {
  const document = useDocument('specimens', specimenId);
  const row = document ? rowOf(specimen, document.body) : null;
  const test = useRow(protocol, row?.protocolId ?? null);
  const samples = useRows(sample, { specimenId });
  if (document === undefined || samples === undefined || test === undefined)
    return <Skeleton lines={3} label="Loading the specimen" />;
  return (
    <div className="flex flex-col gap-3">
      {document && row && (
        <DiscrepanciesPart
          specimen={row}
          discrepancies={childRows(discrepancy, document.body, 'discrepancies')}
          samples={samples}
          clinical={test?.clinical ?? false}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {row ? (
          <div className="flex flex-wrap gap-2">
            <SpecimenActions specimen={row} />
          </div>
        ) : (
          <p className="text-ink-soft">This device does not have the specimen.</p>
        )}
        <Link
          to="/lab/specimens/$id"
          params={{ id: specimenId }}
          className="inline-flex min-h-11 items-center underline underline-offset-2"
        >
          Open specimen
        </Link>
      </div>
    </div>
  );
}
