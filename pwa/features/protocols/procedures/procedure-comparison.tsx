import { useState } from 'react';
import { readProcedureContent } from '#db/api/protocols/procedure-versions.ts';
import { settingsOf } from '#db/protocols/procedures/procedure-content.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ContentComparison, type ProcedureContent } from './content-comparison.tsx';
import { versionDisplay } from './procedure-status.ts';

const contentOf = ({ procedure, sections }: ShownProcedure): ProcedureContent => ({
  settings: settingsOf(procedure),
  sections,
});

function OtherVersion({ id, shown }: { id: string; shown: ShownProcedure }) {
  const { data, error } = useCall(readProcedureContent, { params: { id } });
  if (error) return <Notice tone="danger" title={errorText(error)} />;
  if (!data) return <Skeleton lines={4} label="Loading the version" />;
  // The newer version is on the right, whichever page is open.
  const isOlder = data.procedure.procedureVersion < shown.procedure.procedureVersion;
  return (
    <ContentComparison from={contentOf(isOlder ? data : shown)} to={contentOf(isOlder ? shown : data)} />
  );
}

/** What differs between this version and another one, at first the one that it replaces. */
export function ProcedureComparison({ shown }: { shown: ShownProcedure }) {
  const otherVersions = shown.versions.filter(({ id }) => id !== shown.procedure.id);
  const [selectedId, setSelectedId] = useState(shown.procedure.supersedesId ?? otherVersions[0]?.id ?? '');
  if (otherVersions.length === 0) return null;
  return (
    <Section title="Compare versions">
      <div className="mb-4 max-w-md">
        <Field label="Compare with">
          {(control) => (
            <Select<string>
              {...control}
              value={selectedId}
              onChange={setSelectedId}
              options={otherVersions.map((version) => ({
                value: version.id,
                label: `Version ${version.procedureVersion}, ${versionDisplay(version).label}`,
              }))}
            />
          )}
        </Field>
      </div>
      {selectedId !== '' && <OtherVersion id={selectedId} shown={shown} />}
    </Section>
  );
}
