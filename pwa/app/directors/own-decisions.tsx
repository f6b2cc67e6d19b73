import { useState } from 'react';
import { DECISION_DAYS, type DirectorWork, type OwnDecision } from '#db/batches/directors/director-work.ts';
import { EVENT_PHRASES } from '#db/records/events/event-phrases.ts';
import { RecordLink } from '#pwa/features/records/events/event-sentence.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';

const DETAIL_PHRASES: Record<NonNullable<OwnDecision['detail']>, string> = {
  CONFIRMED: 'confirmed the failure of sample {}',
  OVERTURNED: 'overturned the failure of sample {}',
  CONTROL_ACCEPTED: 'accepted a failed control of batch {}',
  DECLINED: 'declined to fail batch {}',
  LOT_RELEASED: 'released lot {}',
};

/** Return the phrase of a decision; `{}` is the record. */
function phraseOf({ type, detail, to }: OwnDecision): string {
  if (detail) return DETAIL_PHRASES[detail];
  if (type === 'FLOW_STATUS_CHANGED' || type === 'PROTOCOL_STATUS_CHANGED') {
    const noun = type === 'FLOW_STATUS_CHANGED' ? 'flow' : 'protocol';
    return `${to === 'REJECTED' ? 'rejected' : 'approved'} ${noun} {}`;
  }
  return EVENT_PHRASES[type];
}

const PREVIEW_ROWS = 10;

interface OwnDecisionsProps {
  decisions: DirectorWork['decisions'];
  opens(path: string): boolean;
}

/** The reader's own decisions of the last days, the newest first. */
export function OwnDecisions({ decisions: { total, rows }, opens }: OwnDecisionsProps) {
  const [all, setAll] = useState(false);
  return (
    <Section title={`My decisions, last ${DECISION_DAYS} days`}>
      {rows.length === 0 ? (
        <p className="text-ink-soft">{`You decided nothing in the last ${DECISION_DAYS} days.`}</p>
      ) : (
        <ul aria-label="My decisions" className="-my-2 divide-y divide-line">
          {(all ? rows : rows.slice(0, PREVIEW_ROWS)).map((row) => {
            const [before = '', after = ''] = phraseOf(row).split('{}');
            return (
              <li
                key={row.id}
                className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5"
              >
                <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
                  {`${before.charAt(0).toUpperCase()}${before.slice(1)}`}
                  <RecordLink type={row.targetType} id={row.targetId} name={row.name} mayOpen={opens} />
                  {after}
                  {row.reason && <span className="block text-ink-soft text-sm">{row.reason}</span>}
                </span>
                <span className="text-ink-soft text-sm tabular-nums">
                  <Time value={row.at} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {!all && rows.length > PREVIEW_ROWS && (
        <div className="mt-3">
          <Button onClick={() => setAll(true)}>{`Show ${rows.length - PREVIEW_ROWS} more`}</Button>
        </div>
      )}
      {all && total > rows.length && (
        <p className="mt-3 text-ink-soft text-sm">{`The last ${rows.length} of ${total}. The event log has all.`}</p>
      )}
    </Section>
  );
}
