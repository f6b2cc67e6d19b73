import { ArrowRight } from 'lucide-react';
import { readProcedureContent } from '#db/api/protocols/procedure-versions.ts';
import {
  type ChangedValue,
  type ContentChange,
  compareProcedures,
} from '#db/protocols/procedures/compare-procedures.ts';
import { settingsOf } from '#db/protocols/procedures/procedure-content.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { VersionComparison } from '#pwa/features/protocols/versions/version-panels.tsx';
import { procedureDisplay } from '#pwa/features/protocols/versions/version-status.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

const CHANGE: Record<ContentChange['change'], { label: string; tone: Tone }> = {
  ADDED: { label: 'Added', tone: 'success' },
  REMOVED: { label: 'Removed', tone: 'danger' },
  MOVED: { label: 'Moved', tone: 'info' },
  CHANGED: { label: 'Changed', tone: 'warning' },
};

/** Write a field name as words: `qcMin` as "qc min". */
const nameWords = (name: string): string => name.replace(/([A-Z])/g, ' $1').toLowerCase();

function valueText(value: unknown): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function ChangedValues({ changed }: { changed: readonly ChangedValue[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {changed.map(({ name, from, to }) => (
        <li key={name} className="wrap-anywhere text-sm">
          <span className="text-ink-soft">{`${nameWords(name)}: `}</span>
          <del className="text-ink-soft">{valueText(from)}</del>
          <ArrowRight aria-label="to" size={14} className="mx-1 inline" />
          <ins className="no-underline font-medium">{valueText(to)}</ins>
        </li>
      ))}
    </ul>
  );
}

function Comparison({ from, to }: { from: ShownProcedure; to: ShownProcedure }) {
  const { settings, content } = compareProcedures(
    { settings: settingsOf(from.procedure), sections: from.sections },
    { settings: settingsOf(to.procedure), sections: to.sections },
  );
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
      <ul aria-label="Changes" className="divide-y divide-line">
        {content.map(({ kind, id, change, path, changed }) => (
          <li key={`${kind}-${id}-${change}`} className="flex flex-col gap-1 py-2">
            <p className="flex flex-wrap items-center gap-2">
              <ToneBadge tone={CHANGE[change].tone} label={CHANGE[change].label} />
              <span className="font-medium">{path.join(' / ')}</span>
            </p>
            {changed.length > 0 && <ChangedValues changed={changed} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function OtherVersion({ id, shown }: { id: string; shown: ShownProcedure }) {
  const { data, error } = useCall(readProcedureContent, { params: { id } });
  if (error) return <Notice tone="danger" title={errorText(error)} />;
  if (!data) return <Skeleton lines={4} label="Loading the version" />;
  // The newer version is on the right, whichever page is open.
  const isOlder = data.procedure.procedureVersion < shown.procedure.procedureVersion;
  return <Comparison from={isOlder ? data : shown} to={isOlder ? shown : data} />;
}

/** What differs between this version and another one, at first the one that it replaces. */
export function ProcedureComparison({ shown }: { shown: ShownProcedure }) {
  const { procedure, versions } = shown;
  return (
    <VersionComparison
      currentId={procedure.id}
      supersedesId={procedure.supersedesId}
      versions={versions.map((version) => ({
        id: version.id,
        number: version.procedureVersion,
        display: procedureDisplay(version),
      }))}
    >
      {(otherId) => <OtherVersion id={otherId} shown={shown} />}
    </VersionComparison>
  );
}
