import type { Procedure } from '#db/protocols/procedure.ts';
import {
  type ChangedValue,
  type ContentChange,
  compareProcedures,
} from '#db/protocols/procedures/compare-procedures.ts';
import {
  type ProcedureSections,
  type ProcedureSettings,
  readSectionRows,
  settingsOf,
} from '#db/protocols/procedures/procedure-content.ts';
import { CHANGE_LABEL, propertyWords, valueText } from '#db/protocols/versions/change-words.ts';
import { ShownChanges } from '#pwa/features/protocols/versions/version-panels.tsx';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

const CHANGE_TONE: Record<ContentChange['change'], Tone> = {
  ADDED: 'success',
  REMOVED: 'danger',
  MOVED: 'info',
  CHANGED: 'warning',
};

function ChangedValues({ changed }: { changed: readonly ChangedValue[] }) {
  const changes = changed.map(({ name, from, to }) => ({
    name: propertyWords(name),
    from: valueText(from),
    to: valueText(to),
  }));
  return <ShownChanges changes={changes} />;
}

/** Changes of sections, steps and fields. */
export function ContentChanges({ changes }: { changes: readonly ContentChange[] }) {
  return (
    <ul aria-label="Changes" className="divide-y divide-line">
      {changes.map(({ kind, id, change, path, changed }) => (
        <li key={`${kind}-${id}-${change}`} className="flex flex-col gap-1 py-2">
          <p className="flex items-start gap-2">
            <span className="w-24 shrink-0">
              <ToneBadge tone={CHANGE_TONE[change]} label={CHANGE_LABEL[change]} />
            </span>
            <span className="wrap-anywhere min-w-0 font-medium">{path.join(' / ')}</span>
          </p>
          {changed.length > 0 && <ChangedValues changed={changed} />}
        </li>
      ))}
    </ul>
  );
}

export interface ProcedureContent {
  settings: ProcedureSettings;
  sections: ProcedureSections;
}

/** What was added, removed, moved and changed from one content to another. */
export function ContentComparison({ from, to }: { from: ProcedureContent; to: ProcedureContent }) {
  const { settings, content } = compareProcedures(from, to);
  if (settings.length === 0 && content.length === 0)
    return <p className="text-ink-soft">Both versions have the same content.</p>;
  return (
    <div className="flex flex-col gap-4">
      {settings.length > 0 && (
        <div>
          <h3 className="mb-1 font-semibold">Settings</h3>
          <ChangedValues changed={settings} />
        </div>
      )}
      <ContentChanges changes={content} />
    </div>
  );
}

/** What differs between two versions of a procedure that this device has, for the bench. */
export function VersionChanges({ from, to }: { from: Procedure; to: Procedure }) {
  const contents = useRuleRead(['procedures'], `changes ${from.id} ${to.id}`, async (tx) => ({
    from: { settings: settingsOf(from), sections: await readSectionRows(tx, from.id) },
    to: { settings: settingsOf(to), sections: await readSectionRows(tx, to.id) },
  }));
  if (!contents) return <Skeleton lines={4} label="Loading the versions" />;
  return (
    <section aria-label={`Changes from version ${from.procedureVersion} to ${to.procedureVersion}`}>
      <ContentComparison from={contents.from} to={contents.to} />
    </section>
  );
}
